/**
 * The part of Make's expression language (IML) and of its requests that the printed app uses, after Make's custom app
 * documentation. Make's own engine runs only on its servers.
 */

/** Variables by name, such as `parameters`, `body` and `item`. */
export type Scope = Readonly<Record<string, unknown>>

/** A value of a code file with its expressions filled in. Empty values are left out ("Processing of empty values"). */
export function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return fillText(value, scope)
  if (Array.isArray(value)) return value.map((item) => fill(item, scope)).filter((item) => !isEmpty(item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const filled = fill(item, scope)
    return name === '{{...}}' ? Object.entries((filled ?? {}) as object) : [[name, filled] as const]
  })
  return Object.fromEntries(entries.filter(([, item]) => !isEmpty(item)))
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function fillText(text: string, scope: Scope): unknown {
  const parts = text.split(/\{\{(.*?)\}\}/)
  if (parts.length === 3 && parts[0] === '' && parts[2] === '') return evaluate(parts[1] ?? '', scope)
  return parts.map((part, index) => (index % 2 === 0 ? part : String(evaluate(part, scope) ?? ''))).join('')
}

const TOKEN = /\s*(?:('(?:[^']*)')|(-?\d+)|([\w.$`-]+)|(!=|[=+(),]))/y

/** The value of an expression. Throws on anything that the documentation does not describe. */
export function evaluate(expression: string, scope: Scope): unknown {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (expression.slice(TOKEN.lastIndex).trim() !== '') {
    const match = TOKEN.exec(expression)
    if (!match) throw new Error(`${expression} is no expression`)
    tokens.push(match[0].trim())
  }
  let next = 0
  let skipping = 0
  const take = (token: string) => {
    if (tokens[next] !== token) throw new Error(`${expression}: ${token} is missing before ${tokens[next]}`)
    next++
  }
  const operand = (): unknown => {
    const token = tokens[next++] ?? ''
    if (token.startsWith("'")) return token.slice(1, -1)
    if (/^-?\d+$/.test(token)) return Number(token)
    if (token === 'undefined') return undefined
    if (token === 'true' || token === 'false') return token === 'true'
    if (tokens[next] !== '(') return read(token, scope)
    const given: unknown[] = []
    take('(')
    while (tokens[next] !== ')') {
      // Only the chosen branch of an `if` is evaluated.
      const isUnused = token === 'if' && given.length > 0 && isTrue(given[0]) !== (given.length === 1)
      skipping += Number(isUnused)
      given.push(comparison())
      skipping -= Number(isUnused)
      if (tokens[next] !== ')') take(',')
    }
    take(')')
    const called = FUNCTIONS[token]
    if (!called) throw new Error(`${token} is no function of Make that is known here`)
    return skipping > 0 ? undefined : called(...given)
  }
  const sum = (): unknown => {
    let value = operand()
    while (tokens[next] === '+') {
      next++
      const other = operand()
      value = typeof value === 'number' && typeof other === 'number' ? value + other : `${value ?? ''}${other ?? ''}`
    }
    return value
  }
  const comparison = (): unknown => {
    const value = sum()
    const operator = tokens[next]
    if (operator !== '=' && operator !== '!=') return value
    next++
    return (value === sum()) === (operator === '=')
  }
  const value = comparison()
  if (next < tokens.length) throw new Error(`${expression} goes on after ${tokens[next - 1]}`)
  return value
}

function read(path: string, scope: Scope): unknown {
  const [first = '', ...names] = path.replaceAll('`', '').split('.')
  if (!(first in scope)) throw new Error(`there is no ${first} here, of ${path}`)
  return names.reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], scope[first])
}

// biome-ignore lint/suspicious/noExplicitAny: the types of arguments are those of the expressions
const FUNCTIONS: Readonly<Record<string, (...given: any[]) => unknown>> = {
  if: (condition, then, otherwise) => (isTrue(condition) ? then : otherwise),
  ifempty: (value, otherwise) => (isEmpty(value) ? otherwise : value),
  switch: (value, ...cases) => {
    for (let index = 0; index + 1 < cases.length; index += 2) if (cases[index] === value) return cases[index + 1]
    return cases.length % 2 === 1 ? cases.at(-1) : undefined
  },
  split: (text, separator) => String(text).split(separator),
  slice: (list, from, to) => list.slice(from, to),
  join: (list, separator) => [list].flat().join(separator),
  contains: (list, value) => list.includes(value),
  map: (list, key) =>
    list.map((item: Record<string, unknown>) => item[key]).filter((value: unknown) => !isEmpty(value)),
  min: (...values) => Math.min(...values),
  omit: (collection, ...names) =>
    Object.fromEntries(Object.entries(collection ?? {}).filter(([name]) => !names.includes(name))),
  trim: (text) => String(text).trim(),
  encodeURL: (text) => encodeURIComponent(text),
  toCollection: (pairs, key, value) =>
    Object.fromEntries((pairs ?? []).map((pair: Record<string, unknown>) => [pair[key], pair[value]])),
  length: (list) => list.length,
  addDays: (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString(),
  formatDate: (date, format, zone) => {
    if (zone) return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(date))
    const iso = new Date(date).toISOString()
    if (format === 'YYYY-MM-DD') return iso.slice(0, 10)
    if (format === 'YYYY-MM-DDTHH:mm:ssZ') return `${iso.slice(0, 19)}+00:00`
    throw new Error(`${format} is no format that is known here`)
  },
}

const isTrue = (value: unknown) => value !== false && !isEmpty(value)

interface Failure {
  message: string
  type?: string
}
interface Response {
  valid?: { condition: string } & Failure
  iterate?: string | { container: string; condition?: string }
  limit?: string | number
  output?: unknown
  data?: unknown
  error?: Failure & Record<string, Failure | string>
}
export interface Communication {
  url: string
  method?: string
  headers?: Record<string, string>
  qs?: Record<string, unknown>
  body?: unknown
  type?: string
  response?: Response
  pagination?: { qs?: object; body?: object; condition: string }
}
export interface Base {
  baseUrl: string
  headers: Record<string, string>
  response: Response
}

/** A failure as Make shows it: the message, and the type that says what Make does. */
export class MakeError extends Error {
  readonly type: string | undefined
  constructor({ message, type }: Failure) {
    super(message)
    this.type = type
  }
}

/** A request that was filled in. */
export interface Sent {
  url: URL
  method: string
  headers: Record<string, string>
  body: unknown
}

/** The request of a communication. */
export function toRequest(communication: Communication, scope: Scope, base?: Base): Sent {
  const path = String(fill(communication.url, scope))
  const url = new URL(path.startsWith('/') ? `${fill(base?.baseUrl, scope)}${path}` : path)
  for (const [name, value] of Object.entries((fill(communication.qs, scope) ?? {}) as object))
    url.searchParams.set(name, String(value))
  return {
    url,
    method: String(fill(communication.method ?? 'GET', scope)),
    headers: fill({ ...base?.headers, ...communication.headers }, scope) as Record<string, string>,
    body: fill(communication.body, scope),
  }
}

/** Runs a communication. Returns the bundles that it outputs, or what it stores in the connection or the webhook. */
export async function run(communication: Communication, scope: Scope, base?: Base): Promise<unknown[]> {
  const { response = {}, pagination } = communication
  const bundles: unknown[] = []
  const limit = Number(fill(response.limit, scope) ?? Number.POSITIVE_INFINITY)
  let asked = communication
  for (;;) {
    const { url, method, headers, body } = toRequest(asked, scope, base)
    const isText = communication.type === 'text'
    const answer = await fetch(url, {
      method,
      headers: { ...(!isText && body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      body: method === 'GET' || body === undefined ? null : isText ? String(body) : JSON.stringify(body),
    })
    const text = await answer.text()
    const found = {
      ...scope,
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: /json/.test(answer.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text,
    }
    if (answer.status >= 400) {
      const error = response.error ?? base?.response.error
      const failure = (error?.[String(answer.status)] ?? error) as Failure
      throw new MakeError({ ...failure, message: String(fill(failure.message, found)) })
    }
    const { valid } = response
    if (valid && !isTrue(fill(valid.condition, found)))
      throw new MakeError({ ...valid, message: String(fill(valid.message, found)) })
    if (response.data) return [fill(response.data, found)]
    const { container, condition = '{{true}}' } =
      typeof response.iterate === 'object' ? response.iterate : { container: response.iterate }
    const items = container === undefined ? [undefined] : (fill(container, found) as unknown[])
    for (const item of items)
      if (isTrue(fill(condition, { ...found, item }))) bundles.push(fill(response.output, { ...found, item }))
    if (bundles.length >= limit || items.length === 0) return bundles.slice(0, limit)
    if (!pagination || !isTrue(fill(pagination.condition, found))) return bundles
    const page = { qs: fill(pagination.qs, found) as object, body: fill(pagination.body, found) as object }
    asked = {
      ...asked,
      ...(pagination.qs && { qs: { ...asked.qs, ...page.qs } }),
      ...(pagination.body && { body: { ...(asked.body as object), ...page.body } }),
    }
  }
}
