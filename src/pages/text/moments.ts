import type { Language } from './common.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The time zone that the owner chose. Undefined for the time zone of the browser. */
let zone: string | undefined

/** Sets the time zone of all times. One that the browser does not know is left out. */
export function setTimeZone(chosen: string | null): void {
  try {
    zone = chosen ? new Intl.DateTimeFormat('en', { timeZone: chosen }).resolvedOptions().timeZone : undefined
  } catch {
    zone = undefined
  }
}

/** Keeps a date in one line, and a time: a year at the end of one would read like the end of a sentence. */
const keepDates = (text: string): string => text.replace(/ (?=\d+[.,]|\d{4}(?!\d))|(?<=[전후]) /g, '\u00a0')

/** A date and a time to the minute. */
export const formatDateTime = (language: Language, iso: string | number): string =>
  keepDates(
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(iso),
    ),
  )

/** Two times, without repeating what they have in common. */
export const formatSpan = (language: Language, from: string, to: string): string =>
  keepDates(
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).formatRange(
      new Date(from),
      new Date(to),
    ),
  )

export const formatDay = (language: Language, iso: string): string =>
  keepDates(new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: zone }).format(new Date(iso)))

/** A day such as 2026-11-25, with its month: "Wed, Nov 25". */
export const formatDayName = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', weekday: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  )

/** The same in short, for an axis: "Wed 25". */
export const formatShortDay = (language: Language, day: string): string =>
  `${new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))} ${Number(day.slice(-2))}`

/** An hour, with its day: "Wed 3 PM". */
export const formatHour = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', timeZone: zone }).format(new Date(iso))

/** Milliseconds, or seconds: "420 ms", "3.1 s". */
export const duration = (language: Language, ms: number): string =>
  ms < 1000
    ? `${number(language, ms)} ms`
    : `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ms / 1000)}${SECONDS[language]}`
const SECONDS: Record<Language, string> = { en: ' s', ko: '초' }

/** Instead of "this minute" and "현재 분". */
const NOW: Record<Language, readonly [past: string, future: string]> = {
  en: ['just now', 'in a moment'],
  ko: ['방금 전', '곧'],
}

const isFarAway = (away: number): boolean => Math.abs(away) > 366 * DAY

/** Whether its distance is the date alone. */
export const isFar = (iso: string, now = Date.now()): boolean => isFarAway(Date.parse(iso) - now)

/** How far away a time is: "in 12 days", "3 hours ago"; the date alone when it is more than a year. */
export function distance(language: Language, iso: string | number, now = Date.now()): string {
  const away = new Date(iso).getTime() - now
  if (Math.abs(away) < 60_000) return NOW[language][away > 0 ? 1 : 0]
  if (isFarAway(away)) return formatDay(language, new Date(iso).toISOString())
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (Math.abs(away) < HOUR) return words.format(Math.trunc(away / 60_000), 'minute')
  if (Math.abs(away) < 2 * DAY) return words.format(Math.trunc(away / HOUR), 'hour')
  return words.format(Math.trunc(away / DAY), 'day')
}

/** How long ago something was, to the second below a minute. */
export function age(language: Language, iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.trunc((now - new Date(iso).getTime()) / 1000))
  if (seconds >= 60) return distance(language, iso, now)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-seconds, 'second')
}

export const number = (language: Language, value: number): string => new Intl.NumberFormat(language).format(value)
