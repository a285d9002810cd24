import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactText, parseJson, tryParseJson } from '../../src/base/json.ts'

/** "Integers beyond 2^53 - 1 leave as strings, in passed-through payloads too" (docs/spec/gateway.md, "Responses"). */

/** Any JSON without a run of 16 digits. */
const shortNumbers = fc.json().filter((text) => !/\d{16}/.test(text))
const exact = (text: string) => exactText(text, parseJson(text))

describe('parseJson', () => {
  it('is read, with integers beyond 2^53 as texts', () => {
    for (const [text, value] of [
      ['9007199254740991', 9007199254740991],
      ['-9007199254740991', -9007199254740991],
      ['9007199254740992', '9007199254740992'],
      ['9007199254740993', '9007199254740993'],
      ['-9007199254740992', '-9007199254740992'],
      ['12345678901234567890', '12345678901234567890'],
      ['1000000000000000', 1e15],
      ['0', 0],
      ['1.5', 1.5],
      ['0.1234567890123456789', Number('0.1234567890123456789')],
      ['12345678901234567890.5', Number('12345678901234567890.5')],
      ['1e400', Number.POSITIVE_INFINITY],
      ['1e20', 1e20],
      ['1234567890123456789e3', Number('1234567890123456789e3')],
      ['"12345678901234567890"', '12345678901234567890'],
      ['true', true],
      ['null', null],
    ] as const)
      expect.soft(parseJson(text), String(text)).toStrictEqual(value)
  })

  it('reaches into objects and arrays', () => {
    const text = '{"id":90071992547409931,"rows":[{"id":-90071992547409932,"n":1}],"7":[[90071992547409933]]}'
    expect(parseJson(text)).toStrictEqual({
      '7': [['90071992547409933']],
      id: '90071992547409931',
      rows: [{ id: '-90071992547409932', n: 1 }],
    })
  })

  it('is JSON.parse for any text whose integers are safe', () => {
    fc.assert(
      fc.property(shortNumbers, (text) => {
        expect(parseJson(text)).toStrictEqual(JSON.parse(text))
      }),
    )
  })

  it('keeps every digit of any integer', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        const safe = integer >= Number.MIN_SAFE_INTEGER && integer <= Number.MAX_SAFE_INTEGER
        expect(parseJson(`[${integer}]`)).toStrictEqual([safe ? Number(integer) : String(integer)])
      }),
      { examples: [[2n ** 53n], [2n ** 53n - 1n], [-(2n ** 53n)], [2n ** 64n]] },
    )
  })

  it('throws as JSON.parse does', () => {
    for (const text of ['', '{', "{'a':1}", '[1,]', 'undefined', '12345678901234567890,']) {
      expect.soft(() => parseJson(text), JSON.stringify(text)).toThrow(SyntaxError)
      expect.soft(tryParseJson(text), JSON.stringify(text)).toBeUndefined()
    }
  })
})

const blanks = fc.constantFrom('', '', ' ', '\n', '\t', '\r\n  ')
const longWords = fc
  .tuple(fc.bigInt({ min: 10n ** 15n, max: 10n ** 19n }), fc.constantFrom('at: ', ':', '":', '": ', '\\":', '","a":'))
  .map(([digits, before]) => `${before}${digits}, or so`)

/** Texts with numbers of every kind and length, in values, in names and inside strings, with whitespace everywhere. */
const anyText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.bigInt().map(String),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
    fc.constantFrom('1234567890123456.5', '12345678901234567e3', '-12345678901234567E-3', '9007199254740993.0', 'null'),
    fc.oneof(fc.string(), longWords).map((words) => JSON.stringify(words)),
    fc
      .tuple(blanks, fc.array(tie('value'), { maxLength: 4 }))
      .map(([blank, list]) => `[${blank}${list.join(`${blank},`)}]`),
    fc.tuple(blanks, fc.array(fc.tuple(longWords, blanks, tie('value')), { maxLength: 4 })).map(([blank, members]) => {
      const printed = members.map(([name, before, value]) => `${JSON.stringify(name)}${blank}:${before}${value}`)
      return `{${printed.join(`,${blank}`)}${blank}}`
    }),
  ),
})).value
describe('the search for long integers', () => {
  it('finds all of them: parseJson is the same as a reviver called on every value', () => {
    const reference = (text: string) =>
      JSON.parse(text, (_, value, { source }) =>
        typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value,
      )
    fc.assert(
      fc.property(fc.tuple(blanks, anyText, blanks), (parts) => {
        const text = parts.join('')
        expect(parseJson(text)).toStrictEqual(reference(text))
        expect(JSON.parse(exactText(text, parseJson(text)))).toStrictEqual(reference(text))
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    '{"url":"https://www.notion.so/Plan-12345678901234567890123456789012"}',
    '{ "at": 1795000000000000 }',
    '[0.12345678901234567890,1234567890123456.5,12345678901234567e3]',
    '{ "confidence" : -0.98765432109876543 }',
  ])('does not match these, and returns the text unchanged: %s', (text) => {
    expect(exact(text)).toBe(text)
  })
})

describe('exactText', () => {
  it('returns the same text when no integer is long', () => {
    for (const text of [
      '{ "a" : 1.0,\n  "b": [] }',
      '{"a":1,"a":2}',
      '{"2":0,"1":0}',
      '"\\u00e9\\/"',
      '{"price":1.10,"zero":-0,"most":1e400}',
    ])
      expect.soft(exact(text), String(text)).toBe(text)
  })

  it('is the very text of any JSON without long digits', () => {
    fc.assert(fc.property(shortNumbers, (text) => void expect(exact(text)).toBe(text)))
  })

  it('puts quotes around long integers and nothing else', () => {
    for (const [text, expected] of [
      ['{"id":9007199254740993}', '{"id":"9007199254740993"}'],
      ['{"id":9007199254740991}', '{"id":9007199254740991}'],
      ['[-12345678901234567890,1.5]', '["-12345678901234567890",1.5]'],
      [
        '{"id":12345678901234567890,"at":"12345678901234567890"}',
        '{"id":"12345678901234567890","at":"12345678901234567890"}',
      ],
      ['{"b":1,"a":[{"c":12345678901234567890}]}', '{"b":1,"a":[{"c":"12345678901234567890"}]}'],
      [
        '{"12345678901234567890":"a \\" 12345678901234567890"}',
        '{"12345678901234567890":"a \\" 12345678901234567890"}',
      ],
    ] as const)
      expect.soft(exact(text), String(text)).toBe(expected)
  })

  it('gives the same value as parseJson', () => {
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.bigInt(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string(),
        fc.boolean(),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 4 }),
      map: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(tree.value, (value) => {
        const text = print(value)
        expect(JSON.parse(exact(text))).toEqual(parseJson(text))
      }),
    )
  })
})

/** JSON with integers of any length. */
function print(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}:${print(entry)}`)
    .join(',')}}`
}
