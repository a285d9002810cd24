import { isObject } from '../../rest.ts'
import { dashed } from '../ids.ts'
import type { Json } from '../state.ts'
import { instant, PERIODS, period, span } from './dates.ts'

/** What a filter is evaluated with. */
export interface Matching {
  /** The value of a property, `{type, [type]: value}`, by name or id. The value of a timestamp by its key. */
  read: (key: string) => Json
  /** Epoch milliseconds. */
  now: number
  /** Who is `me`. */
  me: string
  /** Whether text is compared without regard to case. */
  foldsCase: boolean
}

/** Whether a row passes a filter that `checkFilter` let through. */
export function matches(filter: Json, row: Matching): boolean {
  const items = (word: string) => (Array.isArray(filter[word]) ? filter[word].filter(isObject) : undefined)
  const [and, or] = [items('and'), items('or')]
  if (and) return and.every((item) => matches(item, row))
  if (or) return or.some((item) => matches(item, row))
  const { property, timestamp, type: _type, ...rest } = filter
  const [entry] = Object.entries(rest)
  return entry === undefined || matchValue(entry[0], entry[1], row.read(String(property ?? timestamp)), row)
}

/** `key` defines how the value is compared. An item of a rollup with another type never matches. */
function matchValue(key: string, condition: unknown, value: Json, row: Matching): boolean {
  const [[operator, other] = ['', null]] = Object.entries(isObject(condition) ? condition : {})
  const content = value[String(value.type)]
  switch (key) {
    case 'title':
    case 'rich_text':
    case 'url':
    case 'email':
    case 'phone_number':
    case 'string':
      return isText(value) && matchText(getText(content), operator, other, row.foldsCase)
    case 'number':
      return value.type === 'number' && matchNumber(typeof content === 'number' ? content : null, operator, other)
    case 'unique_id':
      return matchNumber(
        isObject(content) && typeof content.number === 'number' ? content.number : null,
        operator,
        other,
      )
    case 'checkbox':
      return typeof content === 'boolean' && (content === other) === (operator === 'equals')
    case 'date':
    case 'created_time':
    case 'last_edited_time':
      return DATES.has(String(value.type)) && matchDate(parseStart(content), operator, other, row.now)
    case 'formula':
      return isObject(content) && matchValue(operator, other, content, row)
    case 'rollup':
      return isObject(content) && matchRollup(operator, other, content, row)
    case 'verification':
      return matchVerification(operator, other, content)
    case 'people':
    case 'created_by':
    case 'last_edited_by':
      return matchNames(parseIds(content), operator, other === 'me' ? row.me : dashed(other))
    case 'relation':
      return matchNames(parseIds(content), operator, dashed(other))
    default:
      return value.type === key && matchNames(parseNames(content), operator, other)
  }
}

function matchRollup(scope: string, condition: unknown, { type, array, ...scalar }: Json, row: Matching): boolean {
  if (type !== 'array') return matchValue(scope, condition, { type, ...scalar }, row)
  const items = Array.isArray(array) ? array.filter(isObject) : []
  const [[key, inner] = ['', null]] = Object.entries(isObject(condition) ? condition : {})
  const holds = (item: Json) => matchValue(key, inner, item, row)
  if (scope === 'every') return items.every(holds)
  return scope === 'none' ? !items.some(holds) : items.some(holds)
}

function matchVerification(operator: string, other: unknown, content: unknown): boolean {
  const state = isObject(content) && content.state !== 'unverified' ? content.state : 'none'
  return (state === other) === (operator === 'status')
}

const TEXTS = new Set(['title', 'rich_text', 'url', 'email', 'phone_number', 'string'])
const DATES = new Set(['date', 'created_time', 'last_edited_time'])

const isText = ({ type }: Json) => TEXTS.has(String(type))

function getText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content.map((piece) => (isObject(piece) ? piece.plain_text : '')).join('')
}

function parseStart(content: unknown): string | null {
  const start = isObject(content) ? content.start : content
  return typeof start === 'string' ? start : null
}

const parseNames = (content: unknown) => [content].flat().flatMap((one) => (isObject(one) ? [String(one.name)] : []))

const parseIds = (content: unknown) => [content].flat().flatMap((one) => (isObject(one) ? [String(one.id)] : []))

/** An empty value is neither more nor less than any number, and differs from each. */
function matchNumber(number: number | null, operator: string, value: unknown): boolean {
  if (operator === 'is_empty') return number === null
  if (operator === 'is_not_empty') return number !== null
  if (operator === 'does_not_equal') return number !== value
  if (number === null) return false
  const other = Number(value)
  switch (operator) {
    case 'equals':
      return number === other
    case 'greater_than':
      return number > other
    case 'less_than':
      return number < other
    case 'greater_than_or_equal_to':
      return number >= other
    default:
      return number <= other
  }
}

/** A date is compared by its start; one without a time is the first moment of its day in UTC. */
function matchDate(start: string | null, operator: string, value: unknown, now: number): boolean {
  if (operator === 'is_empty') return start === null
  if (start === null) return false
  if (operator === 'is_not_empty') return true
  const at = instant(start)
  const named = PERIODS.find((one) => one === operator)
  const [from, to] = named ? period(named, now) : span(String(value), now)
  switch (operator) {
    case 'before':
      return at < from
    case 'after':
      return at >= to
    case 'on_or_before':
      return at < to
    case 'on_or_after':
      return at >= from
    default:
      return at >= from && at < to
  }
}

/** Compared exactly, or without regard to case: the facts do not say. */
function matchText(held: string, operator: string, value: unknown, foldsCase: boolean): boolean {
  const [text = '', other = ''] = [held, String(value)].map((one) => (foldsCase ? one.toLowerCase() : one))
  switch (operator) {
    case 'equals':
      return text === other
    case 'does_not_equal':
      return text !== other
    case 'contains':
      return text.includes(other)
    case 'does_not_contain':
      return !text.includes(other)
    case 'starts_with':
      return text.startsWith(other)
    case 'ends_with':
      return text.endsWith(other)
    case 'is_empty':
      return text === ''
    default:
      return text !== ''
  }
}
/** Names or ids in a cell, compared with one or several. A negative operator matches none of them. */
function matchNames(held: readonly string[], operator: string, value: unknown): boolean {
  if (operator === 'is_empty') return held.length === 0
  if (operator === 'is_not_empty') return held.length > 0
  const isAmong = [value].flat().some((one) => held.includes(String(one)))
  return operator.startsWith('does_not') ? !isAmong : isAmong
}
