import type { Context } from 'hono'
import { isObject } from '../rest.ts'
import { invalid, refusal, shouldBe } from './errors.ts'
import type { Json } from './state.ts'

/** Facts 7. */
const PAYLOAD = 500 * 1024

/** The JSON body of a request. An empty body counts as `{}`. */
export async function readBody(c: Context, allowed: readonly string[]): Promise<Json> {
  const text = await c.req.text()
  if (text.length > PAYLOAD) throw invalid('body failed validation: body should be at most 500 KB.')
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
  if (text !== '' && !isJson) throw refusal(400, 'invalid_json', 'Error parsing JSON body.')
  return checkKeys(text === '' ? {} : parse(text), 'body', allowed)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal(400, 'invalid_json', 'Error parsing JSON body.')
  }
}

/** An object with no other keys than these. */
export function checkKeys(value: unknown, path: string, allowed: readonly string[]): Json {
  if (!isObject(value)) throw shouldBe(path, 'an object', value)
  const stranger = Object.keys(value).find((key) => !allowed.includes(key))
  if (stranger !== undefined) throw shouldBe(`${path}.${stranger}`, 'not present', value[stranger])
  return value
}

/** At most 100 elements (facts 7). */
export function checkList(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw shouldBe(path, 'an array', value)
  if (value.length > 100) throw shouldBe(`${path}.length`, '≤ `100`', value.length)
  return value
}

export function checkText(value: unknown, path: string, longest: number): string {
  if (typeof value !== 'string') throw shouldBe(path, 'a string', value)
  if (value.length > longest) throw shouldBe(`${path}.length`, `≤ \`${longest}\``, value.length)
  return value
}
