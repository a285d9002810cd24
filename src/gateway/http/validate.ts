import { zValidator } from '@hono/zod-validator'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import { badInput, GatewayError } from '../../base/errors.ts'
import { DEEPEST_JSON, isDeeperThan, isObject } from '../../base/json.ts'
import { lazy } from '../../base/lazy.ts'
import { withoutValues } from '../failed-request.ts'
import type { Inputs } from '../operation-type.ts'
import type { AppEnv } from '../state.ts'
import { describeUnknown, fieldsAt, type KnownFields, type Synonyms } from './unknown-fields.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Reads the JSON of a request. An empty body is `{}`, whatever its Content-Type: Make and n8n send an empty text. A
 * missing Content-Type counts as JSON. Throws what `readText` throws, 415 for another content type, and 400 for invalid
 * JSON, or for JSON that is nested too deep for recursive code.
 */
async function readJson(c: Context<AppEnv>, maxSize: number): Promise<unknown> {
  const declared = c.req.header('Content-Type')
  if (declared !== undefined && !JSON_TYPE.test(declared)) {
    const given = new TextDecoder().decode(await readBytes(c, maxSize))
    if (given.trim() === '') return {}
    throw new GatewayError(
      415,
      'Content-Type: must be application/json: add the header Content-Type: application/json, and send JSON',
    )
  }
  const text = (await readText(c, maxSize)).trim()
  const body = text === '' ? {} : parsed(text)
  if (isDeeperThan(body, DEEPEST_JSON)) throw badInput(`body: must not be nested deeper than ${DEEPEST_JSON} levels`)
  return body
}

/**
 * A body that is too large is read up to this many times the limit. A client that is still sending when the response arrives
 * often reports a broken connection instead of the response.
 */
const MOST_READ = 8

/** Throws 413 for a body of more than `maxSize` bytes, including chunked bodies, and 400 if the caller disconnects before its end. */
export const readText = (c: Context<AppEnv>, maxSize: number): Promise<string> =>
  reading(c, maxSize, () => c.req.text())

/** The same in bytes. */
export const readBytes = (c: Context<AppEnv>, maxSize: number): Promise<ArrayBuffer> =>
  reading(c, maxSize, () => c.req.arrayBuffer())

async function reading<Body>(c: Context<AppEnv>, maxSize: number, read: () => Promise<Body>): Promise<Body> {
  try {
    await limitBody(c, maxSize)
    return await read()
  } catch (error) {
    if (error instanceof GatewayError) throw error
    throw badInput('body: the connection closed before its end')
  }
}

async function limitBody(c: Context<AppEnv>, maxSize: number): Promise<void> {
  const { body, headers } = c.req.raw
  const declared = headers.has('Transfer-Encoding') ? undefined : headers.get('Content-Length')
  if (!body || (declared && Number(declared) <= maxSize)) return
  const kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size <= maxSize) kept.push(chunk)
    if (size > MOST_READ * maxSize) break
  }
  if (size > maxSize) throw new GatewayError(413, `body: is larger than ${maxSize} bytes`)
  c.req.raw = new Request(c.req.raw, { body: new Blob(kept) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, at] = / at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const place = at === undefined ? '' : `, from character ${Number(at) + 1} on`
    // The command line of Windows sends single quotes as part of the text.
    const hint = text.startsWith("'") ? ': Windows wants double quotes around it, and \\" inside' : ''
    throw badInput(`body: is not valid JSON${place}${hint}`)
  }
}

type Issue = z.core.$ZodIssue

/** The most errors in a message: nobody reads a list of thousands of wrong items. */
const MOST_LISTED = 10

/** The schema that refused an input, and what messages about unknown fields need to know beside it. */
interface Refused extends Omit<KnownFields, 'fields' | 'path'> {
  schema: z.ZodMiniObject
  /** The name of the input as a whole, such as `body`. */
  whole: string
}

/**
 * The validation errors of an input, each with its field, joined by `; `, and the fields.
 *
 * @param data the validated input, which contains the value of each error
 */
export function describeIssues(issues: readonly Issue[], data: unknown, refused: Refused) {
  const errors: { field: string; message: string; value?: unknown }[] = []
  let count = 0
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined
    count += keys?.length ?? 1
    const room = MOST_LISTED - errors.length
    if (room === 0) continue
    if (keys) errors.push(...describeKeys(issue, keys.slice(0, room), data, refused))
    else
      errors.push({
        field: getField(issue.path),
        message: getMessage(issue, data),
        // Only a message of the schema's own may repeat the value.
        value: issue.code === 'custom' ? valueAt(data, issue.path) : undefined,
      })
  }
  const lines = errors.map(({ field, message }) => `${field || refused.whole}: ${message}`)
  const more = count - errors.length
  return {
    message: [...new Set(lines), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
    fields: errors.map(({ field }) => field).filter(Boolean),
    problems: errors.map(({ field, message, value }) => ({
      name: field || refused.whole,
      problem: withoutValues(
        message.replace(/^(is not known): (?:known|there) are .*/, '$1'),
        typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
      ),
    })),
  }
}

/** The errors of unknown fields. */
function describeKeys({ path }: Issue, keys: readonly string[], data: unknown, refused: Refused) {
  const { schema, elsewhere = {}, synonyms } = refused
  const given = valueAt(data, path)
  const fields = fieldsAt(schema, path)
  const place = path.length === 0 ? { elsewhere } : { path: `${getField(path)}.` }
  return describeUnknown(isObject(given) ? given : {}, keys, { fields, synonyms, ...place })
}

/** Such as `limits.max_amount` or `types[0]`. Empty for the input as a whole. */
const getField = (path: Issue['path']): string =>
  path.reduce<string>(
    (field, part) =>
      typeof part === 'number' ? `${field}[${part}]` : field ? `${field}.${String(part)}` : String(part),
    '',
  )

/** The messages of issues for which a schema sets none: `zod/mini` has no messages of its own. */
z.config({ localeError: (issue) => getDefaultMessage(issue) })

function getMessage(issue: Issue, data: unknown): string {
  const value = valueAt(data, issue.path)
  if (value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return 'is required'
  const { message } = issue
  if (issue.code === 'too_big' && namesSize(message, issue.maximum) && isOfOrigin(value, issue.origin))
    return `${message}, not ${value.length}`
  if (issue.code !== 'invalid_type') return message
  const wantsNumber = issue.expected === 'number' || issue.expected === 'int'
  if (typeof value === 'string' && wantsNumber) return `${message}: send a number without quotes, not text`
  if (issue.path.length > 0) return message
  return `${message}, and was ${formatKind(value)}`
}

/** A message of a schema's own may be about something else than the size. */
const namesSize = (message: string, size: number | bigint) => message.replaceAll(',', '').includes(String(size))

const isOfOrigin = (value: unknown, origin: string): value is string | readonly unknown[] =>
  (origin === 'string' && typeof value === 'string') || (origin === 'array' && Array.isArray(value))

function getDefaultMessage(issue: z.core.$ZodRawIssue<Issue>): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${EXPECTED[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `must ${formatSize(issue.origin, 'at most', Number(issue.maximum))}`
    case 'too_small':
      return `must ${formatSize(issue.origin, 'at least', Number(issue.minimum))}`
    default:
      return 'is not valid'
  }
}

/** Such as "have at most 255 characters". */
function formatSize(origin: string, bound: string, size: number): string {
  const unit = SIZED[origin]
  return unit === undefined ? `be ${bound} ${size}` : `have ${bound} ${size} ${size === 1 ? unit : `${unit}s`}`
}

const SIZED: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
}

function formatKind(value: unknown): string {
  if (typeof value === 'string') return 'text: it may be encoded twice'
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'null' : `a ${typeof value}`
}

const valueAt = (data: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>(
    (value, part) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined),
    data,
  )

export type { Inputs } from '../operation-type.ts'

/** The largest body, in bytes. */
export const MAX_BODY = 1024 * 1024

/** Validates one part of a request and passes the parsed value to `c.req.valid`. Throws 400, 413 or 415. */
type Check = (c: Context<AppEnv>) => Promise<void>

interface Options {
  /** The largest body in bytes. */
  maxBody?: number | undefined
  synonyms?: Synonyms
}

/**
 * Validates a request before its operation runs. One 400 lists the validation errors of all parts. A body that is too
 * large (413) or of another type (415) is reported when the parts before it are valid.
 */
export function validator(inputs: Inputs, { maxBody = MAX_BODY, synonyms = [] }: Options = {}): Check {
  const { param, query, header, json } = inputs
  const from = (part: keyof Inputs, schema: z.ZodMiniObject): Refused => ({
    schema,
    whole: part === 'json' ? 'body' : part,
    synonyms,
    elsewhere: Object.fromEntries(
      Object.entries(inputs).flatMap(([other, { shape }]) => (other === part ? [] : [[PARTS[other], shape]])),
    ),
  })
  const checks: Check[] = []
  if (param) checks.push(asCheck(zValidator('param', param, refuse(from('param', param)))))
  if (query) checks.push(queryCheck(from('query', query)))
  else checks.push(onlyIf(hasQuery, () => queryCheck(from('query', z.strictObject({})))))
  if (header) checks.push(asCheck(zValidator('header', header, refuse(from('header', header)))))
  if (json) checks.push(jsonCheck(from('json', json), maxBody))
  else checks.push(onlyIf(hasBody, () => jsonCheck(from('json', z.strictObject({})), maxBody)))
  return async (c) => {
    const errors: GatewayError[] = []
    for (const check of checks) {
      try {
        await check(c)
      } catch (error) {
        if (error instanceof GatewayError && error.status === 400) errors.push(error)
        else if (errors.length === 0) throw error
      }
    }
    if (errors.length === 0) return
    const fields = errors.flatMap(({ parameters }) => parameters.fields ?? [])
    throw badInput(
      errors.map(({ message }) => message).join('; '),
      [...new Set(fields)],
      errors.flatMap(({ problems = [] }) => problems),
    )
  }
}

/** What messages call the parts of a request. */
const PARTS: Readonly<Record<string, string>> = { param: 'path', query: 'query', header: 'headers', json: 'body' }

/** The check of a part that an operation does not declare: most requests do not have it. */
function onlyIf(has: (c: Context<AppEnv>) => boolean, makeCheck: () => Check): Check {
  const check = lazy(makeCheck)
  return async (c) => {
    if (has(c)) await check()(c)
  }
}

const hasQuery = (c: Context<AppEnv>) => c.req.url.includes('?')
const hasBody = (c: Context<AppEnv>) => c.req.raw.body !== null

/**
 * Runs zValidator, which is a middleware, as one step of an operation. Mounted as a middleware it would run before the
 * gates of the operation. Its `next` does nothing, because the caller runs the next step.
 */
const asCheck =
  (middleware: MiddlewareHandler<AppEnv>): Check =>
  async (c) => {
    await middleware(c, async () => {})
  }

type Result = { success: boolean; data: unknown; error?: { issues: readonly z.core.$ZodIssue[] } }

const refuse =
  (from: Refused, toGiven = (data: unknown) => data) =>
  async ({ success, data, error }: Result): Promise<void> => {
    if (!success) throw invalid(error?.issues ?? [], toGiven(data), from)
  }

function invalid(...input: Parameters<typeof describeIssues>): GatewayError {
  const { message, fields, problems } = describeIssues(...input)
  return badInput(message, fields, problems)
}

/** Names that caches and links add to an address. */
const ADDED = /^(_|utm_)/

/** An empty value of a declared query parameter counts as absent. */
function queryCheck(from: Refused): Check {
  const { schema } = from
  const toGiven = (query: unknown) =>
    Object.fromEntries(
      Object.entries(query ?? {}).filter(
        ([name, value]) => !ADDED.test(name) && (value !== '' || !Object.hasOwn(schema.shape, name)),
      ),
    )
  return asCheck(zValidator('query', z.pipe(z.transform(toGiven), schema), refuse(from, toGiven)))
}

/** Replaces zValidator for bodies: it ignores a body without a Content-Type, and does not say where JSON is invalid. */
function jsonCheck(from: Refused, maxBody: number): Check {
  const { schema } = from
  const optional = optionalFields(schema)
  return async (c) => {
    const body = withoutBlank(await readJson(c, maxBody), optional)
    const result = schema.safeParse(body)
    if (!result.success) throw invalid(result.error.issues, body, from)
    c.req.addValidatedData('json', result.data)
  }
}

/** The optional fields for which null has no meaning of its own. */
const optionalFields = ({ shape }: z.ZodMiniObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, field]) =>
    z.safeParse(field, undefined).success && !z.safeParse(field, null).success ? [name] : [],
  )

/** null or empty text in an optional field counts as absent: Make and n8n send them for an empty field. */
function withoutBlank(body: unknown, optional: readonly string[]): unknown {
  if (!isObject(body)) return body
  const blank = optional.filter((name) => body[name] === null || body[name] === '')
  if (blank.length === 0) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !blank.includes(name)))
}
