import { Hono } from 'hono'
import * as z from 'zod/mini'
import { badInput } from '../../base/errors.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read } from './group.ts'
import type { PHONE_TYPES } from './result-fields.ts'

const phoneToFormat = () => ({
  json: z.strictObject({
    phone: z
      .string()
      .check(z.meta({ description: 'A Korean phone number in any usual spelling', examples: ['+82 10 1234 5678'] })),
  }),
})

export type PhoneType = (typeof PHONE_TYPES)[number]

/**
 * Every accepted form of a Korean number in national digits. The groups follow the display format. An exchange never
 * starts with 0.
 */
const PHONE_KINDS: readonly (readonly [PhoneType, RegExp])[] = [
  ['mobile', /^(010)([1-9]\d{3})(\d{4})$/],
  // The prefixes before 010, some of which are still in use.
  ['mobile', /^(01[16-9])([1-9]\d{2,3})(\d{4})$/],
  // Seoul, then the other areas.
  ['landline', /^(02)([1-9]\d{2,3})(\d{4})$/],
  ['landline', /^(03[1-3]|04[1-4]|05[1-5]|06[1-4])([1-9]\d{2,3})(\d{4})$/],
  // Virtual numbers that forward to another number.
  ['personal', /^(050\d)(\d{3,4})(\d{4})$/],
  ['voip', /^(070)(\d{4})(\d{4})$/],
  ['toll_free', /^(080)(\d{3})(\d{4})$/],
  // National service numbers, which have no leading 0.
  ['service', /^(1[568]\d{2})(\d{4})$/],
]

interface KoreanPhone {
  /** National digits, as the product requires: `01012345678`. */
  digits: string
  /** With hyphens: `010-1234-5678`. */
  formatted: string
  /** `+821012345678`. */
  e164: string
  type: PhoneType
}

/** Longer than any spelling of a number. Longer input is refused without parsing it, because a body may have 1 MiB. */
const MAX_LENGTH = 100

/** Parses a Korean number in any common spelling. Throws 400 with `phone` for anything else. */
export function readPhone(text: string): KoreanPhone {
  if (text.length > MAX_LENGTH) throw notKorean()
  // Directional control characters from phone books are not part of the number.
  const spelling = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '')
  const phone = readSpelling(spelling)
  if (!phone || hasTail(spelling)) throw notKorean()
  return phone
}

const notKorean = () => badInput('phone: must be a Korean phone number')

/** Digits with common separators, and at most one plus sign before the first digit. */
const SPELLING = /^[\s([]*\+?[\d\s()[\].·・\u2010-\u2015\u2212-]*$/

function readSpelling(spelling: string): KoreanPhone | undefined {
  if (!SPELLING.test(spelling)) return undefined
  const digits = spelling.replace(/\D/g, '')
  return candidates(digits, spelling.includes('+'))
    .map(classify)
    .find((phone) => phone !== undefined)
}

/** The national numbers that the digits may mean. At most one of them has a known form. */
function candidates(digits: string, international: boolean): string[] {
  const [, abroad] = (international ? /^82(.*)/ : /^(?:00)?82(.*)/).exec(digits) ?? []
  // After a country code the leading 0 is dropped, though many people write it. Service numbers have none.
  if (abroad !== undefined) return [abroad, `0${abroad}`]
  if (international) return []
  // Spreadsheets drop the leading 0 of a mobile number.
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
 * Whether a single digit follows a number that is complete without it. `02-123-4567-8` means two lines of an office, or
 * an extension. Joined, it would be a stranger's number.
 */
function hasTail(spelling: string): boolean {
  const [, whole] = /^(.*\d)\D+\d\D*$/s.exec(spelling) ?? []
  return whole !== undefined && readSpelling(whole) !== undefined
}

export const phoneRoutes = new Hono<AppEnv>().post(
  '/payment/format-phone-number',
  read('payment_format_phone_number', {
    summary: 'A Korean phone number as the payment service expects it',
    description: 'Calls no service. A number that is not Korean is refused.',
    ko: '한국 전화번호를 결제 서비스 형식으로 바꾸기',
    search:
      'is this phone number valid, format of a phone number, write the number correctly, country code, mobile number for the bill, +82, 전화번호 형식, 번호 맞는지, 휴대폰 번호 확인, 국제번호로, 번호 고쳐, 이 번호 어떻게 써',
    title: 'Format a phone number',
    tool: {
      account: null,
    },
    input: phoneToFormat,
    handle: async (c) => {
      const { digits: phone, ...rest } = readPhone(c.req.valid('json').phone)
      return { ...SUCCESS.payment, phone, ...rest }
    },
    access: 'open',
    maxBody: 1024,
  }),
)
