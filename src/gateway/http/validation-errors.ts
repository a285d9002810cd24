import * as z from 'zod/mini'
import { isObject } from '../../base/json-object.ts'

type Issue = z.core.$ZodIssue

/** The most errors in a message: nobody reads a list of thousands of wrong items. */
export const MOST_LISTED = 10

/**
 * The validation errors of an input, each with its field, joined by `; `.
 *
 * @param data the validated input, which contains the value of each error
 * @param whole the name of the input as a whole, such as `body`
 */
export function toValidationErrors(issues: readonly Issue[], data: unknown, whole: string): string {
  const listed = issues.slice(0, MOST_LISTED).map((issue) => `${getField(issue) || whole}: ${getMessage(issue, data)}`)
  const more = issues.length - listed.length
  return [...new Set(listed), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/** Such as `limits.max_amount` or `types[0]`. Empty for the input as a whole. */
export const getField = ({ path }: Issue): string =>
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
    case 'unrecognized_keys':
      return `does not take ${issue.keys.join(', ')}`
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
