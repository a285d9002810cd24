import { readMoney } from './coupang.ts'

/** More than any shop moves. */
const MOST = 1e15
/** The digits after the point that a sum keeps. */
const DIGITS = 4

/** An amount in won. Null for what is none. */
export function readWon(value: unknown): number | null {
  const amount = readMoney(value)
  return amount !== null && Math.abs(amount) < MOST ? amount : null
}

/**
 * The sum of amounts, added as whole numbers, because doubles lose fractions. An amount that is unknown makes the sum
 * unknown.
 */
export function addWon(amounts: readonly (number | null)[]): number | null {
  let sum = 0n
  for (const amount of amounts) {
    if (amount === null) return null
    sum += toUnits(amount)
  }
  return Number(sum) / 10 ** DIGITS
}

/** An amount as often as it was paid. */
export const timesWon = (amount: number, times: number): number =>
  Number(toUnits(amount) * BigInt(times)) / 10 ** DIGITS

const toUnits = (amount: number): bigint => BigInt(amount.toFixed(DIGITS).replace('.', ''))
