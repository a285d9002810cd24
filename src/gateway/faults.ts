import type * as z from 'zod'
import { isObject } from '../base/json-object.ts'

type Issue = z.core.$ZodIssue

/** As many as a person reads; a list of thousands of wrong items would say nothing more. */
const MOST_TOLD = 10

/**
 * What is wrong with an input, each fault with its field, joined by `; `.
 *
 * @param data what was checked, where values are looked up that a message is about
 * @param whole the name of the input as a whole, such as `body`
 */
export function faultsOf(issues: readonly Issue[], data: unknown, whole: string): string {
  const told = issues.slice(0, MOST_TOLD).map((issue) => `${fieldOf(issue) || whole}: ${messageOf(issue, data)}`)
  const more = issues.length - told.length
  return [...new Set(told), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

const fieldOf = ({ path }: Issue): string =>
  path.reduce<string>(
    (field, part) =>
      typeof part === 'number' ? `${field}[${part}]` : field ? `${field}.${String(part)}` : String(part),
    '',
  )

/** zod's own words begin so; a message of ours is told as it is. */
const OWN_WORDS = /^Invalid input: expected /

function messageOf(issue: Issue, data: unknown): string {
  const value = valueAt(data, issue.path)
  if (value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) return 'is required'
  if (issue.code !== 'invalid_type') return issue.message
  const message = OWN_WORDS.test(issue.message)
    ? `must be ${EXPECTED[issue.expected] ?? issue.expected}`
    : issue.message
  const wantsNumber = issue.expected === 'number' || issue.expected === 'int'
  if (typeof value === 'string' && wantsNumber) return `${message}: send a number without quotes, not text`
  if (issue.path.length > 0) return message
  return `${message}, and was ${kindOf(value)}`
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text: it may be encoded twice'
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'null' : `a ${typeof value}`
}

const valueAt = (data: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>(
    (value, part) => (isObject(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined),
    data,
  )
