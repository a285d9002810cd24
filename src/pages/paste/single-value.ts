import { jsonWithin } from './json.ts'
import { NOTHING, type Understood } from './understood.ts'
import { unwrapped } from './unwrapped.ts'

/** Accounts whose credential is a single value. */
export type SingleValue = 'notes' | 'workspace' | 'video' | 'social'

/** Finds an account's single value: bare, in quotes, after `Bearer` or a name, or in a JSON response. */
export function singleValue(account: SingleValue, text: string): Understood {
  const value = unwrapped(ofJson(text) ?? text)
  if (value === '' || /\s/.test(value)) return NOTHING
  if (account === 'video') return { values: { api_key: value }, remarks: [{ says: 'fields', fields: ['api_key'] }] }
  return { values: { token: value }, remarks: [{ says: 'fields', fields: ['token'] }] }
}

/** `{"access_token": ...}`, the product's response. */
function ofJson(text: string): string | undefined {
  const json = jsonWithin(text)
  if (typeof json !== 'object' || json === null) return undefined
  const [, value] = Object.entries(json).find(([name]) => /^(?:access_?token|api_?key|token|key)$/i.test(name)) ?? []
  return typeof value === 'string' ? value : undefined
}
