import type { Customer } from './customer.ts'
import { FleetError } from './fleet-error.ts'

export type Wave = readonly Customer[]

export interface Selection {
  /** How many customers without their own wave number form a wave. */
  waveSize: number
  /** Only these names. */
  only?: readonly string[] | undefined
  /** The name to start with, in the order of the waves. */
  from?: string | undefined
}

/**
 * The customers in the order of their deployment: those with a wave number first, then the others in the order of the
 * file. Throws FleetError for an unknown name.
 */
export function getWaves(customers: readonly Customer[], { waveSize, only, from }: Selection): Wave[] {
  for (const name of [...(only ?? []), ...(from === undefined ? [] : [from])])
    if (!customers.some((customer) => customer.name === name))
      throw new FleetError(`${name}: no customer has this name`)
  const numbers = [...new Set(customers.flatMap(({ wave }) => wave ?? []))].sort((one, other) => one - other)
  const unnumbered = customers.filter(({ wave }) => wave === undefined)
  const waves = [
    ...numbers.map((number) => customers.filter(({ wave }) => wave === number)),
    ...Array.from({ length: Math.ceil(unnumbered.length / waveSize) }, (_, at) =>
      unnumbered.slice(at * waveSize, (at + 1) * waveSize),
    ),
  ]
  const begun = from === undefined ? waves : withoutBefore(waves, from)
  return begun
    .map((wave) => wave.filter(({ name }) => only === undefined || only.includes(name)))
    .filter((wave) => wave.length > 0)
}

function withoutBefore(waves: readonly Wave[], from: string): Wave[] {
  const order = waves.flat()
  const skipped = new Set(
    order.slice(
      0,
      order.findIndex(({ name }) => name === from),
    ),
  )
  return waves.map((wave) => wave.filter((customer) => !skipped.has(customer)))
}
