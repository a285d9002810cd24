import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readPhone } from '../../../src/groups/payment/phone.ts'

const MOBILE = { digits: '01012345678', formatted: '010-1234-5678', e164: '+821012345678', type: 'mobile' }

test('one number in every spelling', () => {
  for (const text of [
    '01012345678',
    '010-1234-5678',
    '010 1234 5678',
    '010.1234.5678',
    '010·1234·5678',
    '(010)1234-5678',
    '[010] 1234 5678',
    ' 010-1234-5678\n',
    '+82 10 1234 5678',
    '+82-10-1234-5678',
    '+821012345678',
    '(+82) 10-1234-5678',
    '+82 010 1234 5678',
    '+82 (0)10-1234-5678',
    '82-10-1234-5678',
    '82-010-1234-5678',
    '821012345678',
    '0082 10 1234 5678',
    '0082-010-1234-5678',
    '1012345678',
    '10-1234-5678',
    '０１０－１２３４－５６７８',
    '＋８２ １０ １２３４ ５６７８',
    '（０１０）１２３４．５６７８',
    'tel:010-1234-5678',
    'TEL:+82-10-1234-5678',
    'tel: 010 1234 5678',
    '010–1234–5678',
    '010−1234−5678',
    '\u202a010-1234-5678\u202c',
    '010\u00a01234\u00a05678',
  ])
    expect.soft(readPhone(text), JSON.stringify(text)).toEqual(MOBILE)
})

test('digits, display, e164 and type of each kind (facts, section 7)', () => {
  for (const [text, digits, formatted, e164, type] of [
    ['010-9876-5432', '01098765432', '010-9876-5432', '+821098765432', 'mobile'],
    ['011-234-5678', '0112345678', '011-234-5678', '+82112345678', 'mobile'],
    ['011 9234 5678', '01192345678', '011-9234-5678', '+821192345678', 'mobile'],
    ['016-234-5678', '0162345678', '016-234-5678', '+82162345678', 'mobile'],
    ['+82 17-234-5678', '0172345678', '017-234-5678', '+82172345678', 'mobile'],
    ['018-234-5678', '0182345678', '018-234-5678', '+82182345678', 'mobile'],
    ['019-9234-5678', '01992345678', '019-9234-5678', '+821992345678', 'mobile'],
    ['02-123-4567', '021234567', '02-123-4567', '+8221234567', 'landline'],
    ['02-1234-5678', '0212345678', '02-1234-5678', '+82212345678', 'landline'],
    ['02-1588-1234', '0215881234', '02-1588-1234', '+82215881234', 'landline'],
    ['+82 2 1234 5678', '0212345678', '02-1234-5678', '+82212345678', 'landline'],
    ['+82 (0)2-123-4567', '021234567', '02-123-4567', '+8221234567', 'landline'],
    ['031-234-5678', '0312345678', '031-234-5678', '+82312345678', 'landline'],
    ['064-7123-4567', '06471234567', '064-7123-4567', '+826471234567', 'landline'],
    ['82-51-123-4567', '0511234567', '051-123-4567', '+82511234567', 'landline'],
    ['0505-123-4567', '05051234567', '0505-123-4567', '+825051234567', 'personal'],
    ['0505-1234-5678', '050512345678', '0505-1234-5678', '+8250512345678', 'personal'],
    ['0502 123 4567', '05021234567', '0502-123-4567', '+825021234567', 'personal'],
    ['070-1234-5678', '07012345678', '070-1234-5678', '+827012345678', 'voip'],
    ['080-123-4567', '0801234567', '080-123-4567', '+82801234567', 'toll_free'],
    ['1588-1234', '15881234', '1588-1234', '+8215881234', 'service'],
    ['16001234', '16001234', '1600-1234', '+8216001234', 'service'],
    ['1899 1234', '18991234', '1899-1234', '+8218991234', 'service'],
    ['+82 1588-1234', '15881234', '1588-1234', '+8215881234', 'service'],
    ['82-1588-1234', '15881234', '1588-1234', '+8215881234', 'service'],
  ] as const)
    expect.soft(readPhone(text), String(text)).toEqual({ digits, formatted, e164, type })
})

test('anything else is not a Korean number', () => {
  for (const text of [
    '',
    ' ',
    'abc',
    'tel:',
    '+',
    '+82',
    '0082',
    '114',
    '112',
    '119',
    '02-120',
    '013-1234-5678',
    '012-345-6789',
    '015-123-4567',
    '0303-123-4567',
    '060-700-1234',
    '00000000000',
    '010-0000-0000',
    '01-234-5678',
    '010 123 4567',
    '010-1234-56789',
    '034-123-4567',
    '039-123-4567',
    '065-123-4567',
    '02-0123-4567',
    '02-12-4567',
    '070-123-4567',
    '080-1234-5678',
    '1388-1234',
    '01588-1234',
    '2-1234-5678',
    '11-234-5678',
    '+1 212 555 0123',
    '+81 3 1234 5678',
    '+010-1234-5678',
    '+1012345678',
    '+0082 10 1234 5678',
    '++82 10 1234 5678',
    '010+1234-5678',
    '001-82-10-1234-5678',
    '010-1234-5678, 010-1234-5679',
    '010-1234-5678/9',
    '02-123-4567~8',
    '02-123-4567 ext 8',
    '010-1234-567B',
    '010_1234_5678',
    'call 010-1234-5678',
    '٠١٠١٢٣٤٥٦٧٨',
  ])
    expect
      .soft(() => readPhone(text), JSON.stringify(text))
      .toThrow(expect.objectContaining({ status: 400, message: expect.stringMatching(/^phone: /) }))
})

test('a number with something behind it is not a longer number', () => {
  for (const text of ['02-123-4567-8', '02-123-4567(8)', '031 123 4567 8', '0505-123-4567-8', '011-234-5678 - 9'])
    expect.soft(() => readPhone(text), String(text)).toThrow(expect.objectContaining({ status: 400 }))
})

test('a separate digit is no tail when the number needs it', () => {
  expect(readPhone('010-1234-567 8')).toEqual(MOBILE)
  expect(readPhone('0 1 0 1 2 3 4 5 6 7 8')).toEqual(MOBILE)
})

test('text longer than any number is refused without parsing it', () => {
  const padded = (length: number) => '010-1234-5678'.padStart(length)
  expect(readPhone(padded(100))).toEqual(MOBILE)
  expect(() => readPhone(padded(101))).toThrow('phone: must be a Korean phone number')
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(() => readPhone(' '.repeat(1_000_000))).toThrow(expect.objectContaining({ status: 400 }))
  expect(normalize).not.toHaveBeenCalled()
  normalize.mockRestore()
})

test('a parsed number is parsed again as the same, from each of its formats', () => {
  const prefixes = ['010', '011', '019', '02', '031', '064', '0502', '070', '080', '1588', '1899']
  const number = fc
    .tuple(fc.constantFrom(...prefixes), fc.stringMatching(/^[2-9]\d{2,3}$/), fc.nat(9999))
    .map(([prefix, exchange, line]) => {
      const last = String(line).padStart(4, '0')
      if (prefix.startsWith('1')) return prefix + last
      if (prefix === '010' || prefix === '070') return prefix + exchange.padEnd(4, '7') + last
      return prefix + (prefix === '080' ? exchange.slice(0, 3) : exchange) + last
    })
  fc.assert(
    fc.property(number, (digits) => {
      const phone = readPhone(digits)
      expect(phone.digits).toBe(digits)
      expect(readPhone(phone.formatted)).toEqual(phone)
      expect(readPhone(phone.e164)).toEqual(phone)
    }),
    { numRuns: 1000 },
  )
})

test('for any input, the result is a number in a known format or 400', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'0123456789 -+().８tel:'), maxLength: 24 })
  fc.assert(
    fc.property(noise, (text) => {
      try {
        const { digits, formatted, e164 } = readPhone(text)
        expect(formatted.replaceAll('-', '')).toBe(digits)
        expect(e164).toMatch(/^\+82[1-9]\d{6,11}$/)
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
    }),
    { numRuns: 5000 },
  )
})
