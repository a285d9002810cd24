import { sha256 } from '../rest.ts'

export type Fields = Readonly<Record<string, unknown>>

type Rule = { holds: (value: unknown) => boolean; optional?: true }
export type Rules = Readonly<Record<string, Rule>>

const text = (most = Number.POSITIVE_INFINITY): Rule => ({
  holds: (value) => typeof value === 'string' && value !== '' && value.length <= most,
})
const form = (pattern: RegExp): Rule => ({ holds: (value) => typeof value === 'string' && pattern.test(value) })
const optional = ({ holds }: Rule): Rule => ({ holds, optional: true })

const day: Rule = {
  holds: (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value),
}

/** Facts, sections 2 and 4: prices and phones are texts of digits, never numbers. */
const named = { bill_id: text(20) }
const priced = { ...named, price: form(/^\d{1,10}$/) }
const hashed = { ...priced, hash: text() }
const phone = form(/^\d{1,20}$/)

export const NAMED: Rules = named
export const ENDED: Rules = hashed
export const ENDED_WITH_REASON: Rules = { ...hashed, cancelReason: text(20) }
export const CHARGED: Rules = { ...hashed, product_nm: text() }
export const SENT_AS_URL: Rules = {
  ...CHARGED,
  message: optional({ holds: (value) => typeof value === 'string' }),
  member_nm: text(),
  phone: optional(phone),
  expire_dt: day,
  callbackURL: optional(form(/^https?:\/\//)),
  bill_issuer: optional(text(50)),
}
export const SENT: Rules = { ...SENT_AS_URL, phone }
export const SENT_BY_TYPE: Rules = { ...SENT, sendType: form(/^(TALK|URL)$/) }

export const MANAGED: Rules = {
  bill_id: optional(text(20)),
  price: optional(priced.price),
}
/** Type M changes a registered payment method. */
export const MANAGED_BY_TYPE: Rules = { ...MANAGED, bill_type: form(/^M$/) }

/** The first field that breaks its rule. */
export function badField(fields: Fields, rules: Rules): string | undefined {
  const broken = Object.entries(rules).find(([name, { holds, optional }]) => {
    const value = fields[name]
    return !(optional && (value === undefined || value === '')) && !holds(value)
  })
  return broken?.[0]
}

/** The text of a valid field. */
export const getText = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** SHA-256 as lower-case hex over the parts, joined by commas (facts, section 5). */
export const readHash = (...parts: string[]): Promise<string> => sha256(parts.join(','))
