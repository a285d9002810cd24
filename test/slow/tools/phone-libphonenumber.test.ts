import * as fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { readPhone } from '../../../src/groups/payment/phone.ts'
import { DIFFERENCES, type Reading } from './phone-differences.ts'

const TYPES: Readonly<Record<string, string>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  PERSONAL_NUMBER: 'personal',
  VOIP: 'voip',
  TOLL_FREE: 'toll_free',
  UAN: 'service',
}

function theirReading(text: string): Reading | undefined {
  const found = parsePhoneNumberFromString(text, 'KR')
  if (found?.country !== 'KR' || !found.isValid()) return undefined
  const type = found.getType() ?? ''
  return { e164: found.number, formatted: found.formatNational(), type: TYPES[type] ?? type }
}

function ourReading(text: string): Reading | undefined {
  try {
    const { e164, formatted, type } = readPhone(text)
    return { e164, formatted, type }
  } catch {
    return undefined
  }
}

/** The class of difference that a text falls in, undefined where both agree. An unlisted difference fails the test. */
function differenceOn(text: string): string | undefined {
  const ours = ourReading(text)
  const theirs = theirReading(text)
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return undefined
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  const listed = Object.entries(DIFFERENCES).find(([, { explains }]) => explains(digits, ours, theirs))
  if (!listed) expect.fail(`${text}: ${JSON.stringify({ ours, theirs })} is no listed difference`)
  return listed[0]
}

const PREFIXES = ['', '+82', '82', '0082']

/** Beginnings of four digits, in every length that a number may have, each with arbitrary digits behind it. */
function* numbers(prefix: string, seed: number, step: number): Generator<string> {
  let state = seed
  for (let lead = 0; lead < 10_000; lead += step) {
    for (let length = 7; length <= 12; length++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const tail = String(state)
        .padStart(10, '0')
        .slice(0, length - 4)
      yield prefix + String(lead).padStart(4, '0') + tail
    }
  }
}

test.each(PREFIXES)('beginnings after %j: both agree, or the difference is listed', (prefix) => {
  let agreed = 0
  // Every beginning of the number itself; what a country code before it changes shows in a third of them.
  const step = prefix === '' ? 1 : 3
  for (const text of numbers(prefix, 7, step)) if (differenceOn(text) === undefined) agreed += 1
  expect(agreed).toBeGreaterThan(30_000 / step)
})

test.each(Object.entries(DIFFERENCES))('%s: the listed difference exists', (name, { example }) => {
  expect(differenceOn(example)).toBe(name)
})

test('numbers of the table in every spelling: both agree, or the difference is listed', () => {
  const prefix = fc.constantFrom('010', '011', '016', '019', '02', '031', '051', '064', '0505', '070', '080')
  const spelling = fc.constantFrom(
    ([a, b, c]: string[]) => `${a}-${b}-${c}`,
    ([a, b, c]: string[]) => `(${a}) ${b}.${c}`,
    ([a, b, c]: string[]) => `tel:${a}-${b}-${c}`,
    ([a, b, c]: string[]) => `+82 ${a?.slice(1)} ${b} ${c}`,
    ([a, b, c]: string[]) => `+82-${a}-${b}-${c}`,
    ([a, b, c]: string[]) => `82 ${a?.slice(1)}-${b}-${c}`,
    ([a, b, c]: string[]) => `0082 ${a?.slice(1)}-${b}-${c}`,
    ([a, b, c]: string[]) => `${a}${b}${c}`.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    ([a, b, c]: string[]) => `${a?.slice(1)}${b}${c}`,
  )
  const exchange = fc.stringMatching(/^\d{3,4}$/)
  const line = fc.stringMatching(/^\d{4}$/)
  let accepted = 0
  fc.assert(
    fc.property(prefix, exchange, line, spelling, (a, b, c, spell) => {
      const text = spell([a, b, c])
      differenceOn(text)
      if (ourReading(text)) accepted += 1
    }),
    { numRuns: 10_000 },
  )
  expect(accepted).toBeGreaterThan(4000)
})
