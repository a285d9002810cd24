import fc from 'fast-check'

const SURROGATES = { first: 0xd800, last: 0xdfff }

/** Any character except half of a surrogate pair. The unit `binary` of fast-check first lists all of them, for 1.4 s. */
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < SURROGATES.first || code > SURROGATES.last)
  .map((code) => String.fromCodePoint(code))

/** Any text of such characters, control characters and unassigned ones included. */
export const anyText = (): fc.Arbitrary<string> => fc.string({ unit: character })
