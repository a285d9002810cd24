import { badInput } from '../../base/errors.ts'

/** What kind of line a number belongs to. */
export const PHONE_TYPES = ['mobile', 'landline', 'personal', 'voip', 'toll_free', 'service'] as const
export type PhoneType = (typeof PHONE_TYPES)[number]

/**
 * Every form of a Korean number that is accepted, as national digits; the groups are those of its display (payment
 * facts, section 7). An exchange never begins with 0.
 */
const PHONE_KINDS: readonly (readonly [PhoneType, RegExp])[] = [
  ['mobile', /^(010)([1-9]\d{3})(\d{4})$/],
  // The prefixes before 010, some of which are still in use.
  ['mobile', /^(01[16-9])([1-9]\d{2,3})(\d{4})$/],
  // Seoul, then the other areas.
  ['landline', /^(02)([1-9]\d{2,3})(\d{4})$/],
  ['landline', /^(03[1-3]|04[1-4]|05[1-5]|06[1-4])([1-9]\d{2,3})(\d{4})$/],
  // Numbers that stand in for another one.
  ['personal', /^(050\d)(\d{3,4})(\d{4})$/],
  ['voip', /^(070)(\d{4})(\d{4})$/],
  ['toll_free', /^(080)(\d{3})(\d{4})$/],
  // National service numbers, which have no leading 0.
  ['service', /^(1[568]\d{2})(\d{4})$/],
]

export interface KoreanPhone {
  /** National digits, the form that the product wants: `01012345678`. */
  digits: string
  /** With hyphens: `010-1234-5678`. */
  formatted: string
  /** `+821012345678`. */
  e164: string
  type: PhoneType
}

/** Longer than any spelling of a number: what is longer is not even looked at, since a body may hold 1 MiB. */
const MAX_LENGTH = 100

/** Reads a Korean number in any usual spelling. Throws 400 naming `phone` for everything else. */
export function readPhone(text: string): KoreanPhone {
  if (text.length > MAX_LENGTH) throw notKorean()
  // Control marks that phone books put around a number are not part of it.
  const spelling = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
  const phone = read(spelling)
  if (!phone || hasTail(spelling)) throw notKorean()
  return phone
}

const notKorean = () => badInput('phone: must be a Korean phone number')

/** Digits with the separators that people use between them, and one plus sign before the first digit. */
const SPELLING = /^[\s([]*\+?[\d\s()[\].·・\u2010-\u2015\u2212-]*$/

function read(spelling: string): KoreanPhone | undefined {
  if (!SPELLING.test(spelling)) return undefined
  const digits = spelling.replace(/\D/g, '')
  return candidates(digits, spelling.includes('+'))
    .map(classify)
    .find((phone) => phone !== undefined)
}

/** The national numbers that the digits may mean; at most one of them has a known form. */
function candidates(digits: string, international: boolean): string[] {
  const [, abroad] = (international ? /^82(.*)/ : /^(?:00)?82(.*)/).exec(digits) ?? []
  // Abroad the leading 0 is dropped, though many write it; national service numbers have none.
  if (abroad !== undefined) return [abroad, `0${abroad}`]
  if (international) return []
  // A spreadsheet takes the 0 of a mobile number away.
  return /^10\d{8}$/.test(digits) ? [`0${digits}`] : [digits]
}

function classify(digits: string): KoreanPhone | undefined {
  for (const [type, form] of PHONE_KINDS) {
    const groups = form.exec(digits)?.slice(1)
    if (groups) return { digits, formatted: groups.join('-'), e164: `+82${digits.replace(/^0/, '')}`, type }
  }
  return undefined
}

/**
 * Whether one digit stands apart after a number that is whole without it: `02-123-4567-8` means two lines of an office
 * or an extension, and read together it would be a stranger's number.
 */
function hasTail(spelling: string): boolean {
  const [, whole] = /^(.*\d)\D+\d\D*$/s.exec(spelling) ?? []
  return whole !== undefined && read(whole) !== undefined
}
