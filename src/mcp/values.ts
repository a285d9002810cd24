import { isObject } from '../base/json.ts'
import { dayBounds, localTime, parseLocalTime, zoneOfOffset } from '../base/time.ts'
import type { ShownFields } from '../gateway/operation-type.ts'

/** A path in a response: names joined with dots, `[]` for each item of a list and `*` for each member of an object. */
export type AnswerPath = string

/** Returns the new value of a member of this object or list. */
type Change = (value: unknown, holder: Readonly<Record<string, unknown>>) => unknown

/** Changes every value at a path in place. Undefined removes the value. */
export function changeAt(value: unknown, path: AnswerPath, change: Change): void {
  changeIn(value, path.split('.'), change)
}

function changeIn(value: unknown, [step = '', ...rest]: readonly string[], change: Change): void {
  if (step === '[]' ? !Array.isArray(value) : !isObject(value)) return
  const holder = value as Record<string, unknown>
  const names = step === '[]' || step === '*' ? Object.keys(holder) : Object.hasOwn(holder, step) ? [step] : []
  for (const name of names) {
    if (rest.length > 0) changeIn(holder[name], rest, change)
    else {
      const changed = change(holder[name], holder)
      if (changed === undefined) delete holder[name]
      else holder[name] = changed
    }
  }
}

/** The value at a path without lists. Undefined when there is none. */
export const valueAt = (value: unknown, path: AnswerPath): unknown =>
  path
    .split('.')
    .reduce((holder, name) => (isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined), value)

/** Changes every text in place. Texts in a list have the field name of the list. */
export function changeTexts(value: unknown, change: (name: string, text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(name, value)
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) value[at] = changeTexts(item, change, name)
  } else if (isObject(value)) {
    const holder = value as Record<string, unknown>
    for (const [key, field] of Object.entries(holder)) holder[key] = changeTexts(field, change, key)
  }
  return value
}

/** Epoch seconds stay below this until the year 5138. Epoch milliseconds have been above it since 1973. */
const SECONDS_BELOW = 1e11
const LAST_DATE = 8.64e15

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+00:00)$/
/** Names of fields whose epoch milliseconds are times, whatever their schema says. */
const OF_TIMES = /(?:_time|_at|_ms|Time|At|version)$/
const EPOCH_FROM = 1e12
const EPOCH_BELOW = 2e12
/** Names of fields whose epoch seconds are times. Other names may hold lengths. */
const OF_SECONDS = /(?:_at|At|version|edit_time)$/

/** Whether JSON text may contain a time that is not local yet. */
export const mayHoldTimes = (json: string): boolean => /(?:Z|\+00:00)"|:1\d{9}(?:\d{3})?[,}]/.test(json)

/** Whether JSON text may contain an amount with its currency. */
export const mayHoldWon = (json: string): boolean => json.includes('"currencyCode":"KRW"')

/**
 * JSON with local times and plain amounts: converts times in UTC, epoch milliseconds in fields with the name of a time,
 * and amounts with the currency KRW.
 */
export const parseLocally = (json: string, zone: string): unknown =>
  JSON.parse(json, function (this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
    if (typeof value === 'string') {
      const ms = DATE_TIME.test(value) ? Date.parse(value) : Number.NaN
      return Number.isNaN(ms) ? value : localTime(ms, zone)
    }
    if (isObject(value)) return readWon(value) ?? value
    return isEpoch(value, name) ? timeIn(zone)(value, this) : value
  })

/** The number of an amount of won: `{currencyCode, units, nanos}`. Undefined for anything else. */
function readWon({ currencyCode, units, nanos = 0, ...rest }: Readonly<Record<string, unknown>>): number | undefined {
  const isWon = currencyCode === 'KRW' && Object.keys(rest).length === 0
  return isWon && typeof units === 'number' && typeof nanos === 'number' ? units + nanos / 1e9 : undefined
}

const isEpoch = (value: unknown, name: string): boolean =>
  (isBetween(value, EPOCH_FROM, EPOCH_BELOW) && OF_TIMES.test(name)) ||
  (isBetween(value, EPOCH_FROM / 1000, EPOCH_BELOW / 1000) && OF_SECONDS.test(name))

const isBetween = (value: unknown, from: number, below: number): boolean =>
  typeof value === 'number' && value >= from && value < below

/** An epoch as ISO 8601, in the zone of its record if that contains one. Other values unchanged. */
export const timeIn =
  (zone: string): Change =>
  (value, { timezone, zonemins }) => {
    if (typeof value !== 'number') return value
    const ms = Math.abs(value) < SECONDS_BELOW ? value * 1000 : value
    if (Math.abs(ms) > LAST_DATE || value === 0) return value
    return localTime(ms, isWithin(timezone, 14) ? zoneOfOffset(timezone, isWithin(zonemins, 59) ? zonemins : 0) : zone)
  }

/** Whether it can be hours or minutes from UTC, as in recordings. */
const isWithin = (count: unknown, most: number): count is number => typeof count === 'number' && Math.abs(count) <= most

/** Milliseconds from the start of a recording as `hh:mm:ss`. */
export function position(ms: unknown): unknown {
  if (typeof ms !== 'number' || ms < 0) return ms
  const seconds = Math.floor(ms / 1000)
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((count) => String(Math.floor(count)).padStart(2, '0'))
    .join(':')
}

/** Arguments that end a range: a date without a time means the end of that day. */
const ENDS = /(?:^|_)(?:to|until)$/

/** A date or local time as a time with its offset. Other values unchanged. */
export function toLocalTime(name: string, value: unknown, zone: string): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return value
  const ms = parseLocalTime(isDay ? `${text}T00:00:00` : text.replace(' ', 'T'), zone)
  if (Number.isNaN(ms)) return value
  return localTime(isDay && ENDS.test(name) ? dayBounds(text, zone)[1] : ms, zone)
}

interface ShownField {
  /** The names to try in order. */
  ways: string[]
  /** Whether empty values are left out. */
  isSparse: boolean
  /** Whether it is left out of the only object of a list. */
  isOfSeveral: boolean
  /** Whether a time is shown as its day. */
  isDay: boolean
}

/** The fields of one object. */
const parseShown = (names: string): ShownField[] =>
  names.split(' ').map((shown) => {
    const [, name = '', day, mark] = /^(.+?)(:day)?([?+])?$/.exec(shown) ?? []
    const ways = name.split('|')
    return { ways, isSparse: mark === '?' || ways.length > 1, isOfSeveral: mark === '+', isDay: day !== undefined }
  })

/** The names of all listed fields. */
export const getShownNames = (names: string): string[] => parseShown(names).flatMap(({ ways }) => ways)

/** Removes all other fields from the objects at these paths. */
export function selectShown(answer: unknown, shown: ShownFields): unknown {
  const { '': top, ...inside } = shown
  for (const [path, names] of Object.entries(inside)) {
    changeAt(answer, path, (value, holder) => select(value, names, Array.isArray(holder) && holder.length === 1))
  }
  return top === undefined ? answer : select(answer, top)
}

function select(value: unknown, names: string, isAlone = false): unknown {
  if (!isObject(value)) return value
  const chosen = parseShown(names).flatMap(({ ways, isSparse, isOfSeveral, isDay }) => {
    if (isOfSeveral && isAlone) return []
    const own = ways.filter((name) => Object.hasOwn(value, name) && !(isSparse && isEmpty(value[name])))
    return own.slice(0, 1).map((name) => [name, isDay ? dayOf(value[name]) : value[name]])
  })
  return Object.fromEntries(chosen)
}

/** The day of a time. Other values unchanged. */
const dayOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d/.test(value) ? value.slice(0, 'YYYY-MM-DD'.length) : value

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === '' || value === 0 || (Array.isArray(value) && value.length === 0)

const SIGNED = /[?&](?:x-amz-|x-goog-)?(?:signature|sig)=/i

/** Whether JSON text may contain a link that works without a credential. */
export const mayHoldSignedLinks = (json: string): boolean => SIGNED.test(json)

/** Replaces signed links in a text by the names of their files, because such a link works for anyone who has it. */
export const withoutSignedLinks = (text: string): string =>
  text.replace(/https?:\/\/[^\s"<>()]+/g, (link) => {
    if (!SIGNED.test(link)) return link
    const [path = ''] = link.split('?', 1)
    return `signed:${path.slice(path.lastIndexOf('/') + 1)}`
  })
