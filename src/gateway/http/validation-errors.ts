import * as z from 'zod/mini'
import { isObject } from '../../base/json.ts'
import { describeUnknown, fieldsAt, type KnownFields } from './unknown-fields.ts'

type Issue = z.core.$ZodIssue

/** The most errors in a message: nobody reads a list of thousands of wrong items. */
const MOST_LISTED = 10

/** The schema that refused an input, and what messages about unknown fields need to know beside it. */
export interface Refused extends Omit<KnownFields, 'fields' | 'path'> {
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
  const errors: { field: string; message: string }[] = []
  let count = 0
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined
    count += keys?.length ?? 1
    const room = MOST_LISTED - errors.length
    if (room === 0) continue
    if (keys) errors.push(...describeKeys(issue, keys.slice(0, room), data, refused))
    else errors.push({ field: getField(issue.path), message: getMessage(issue, data) })
  }
  const lines = errors.map(({ field, message }) => `${field || refused.whole}: ${message}`)
  const more = count - errors.length
  return {
    message: [...new Set(lines), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
    fields: errors.map(({ field }) => field).filter(Boolean),
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
  if (issue.code !== 'invalid_type') return message
  const wantsNumber = issue.expected === 'number' || issue.expected === 'int'
  if (typeof value === 'string' && wantsNumber) return `${message}: send a number without quotes, not text`
  if (issue.path.length > 0) return message
  return `${message}, and was ${formatKind(value)}`
}

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
