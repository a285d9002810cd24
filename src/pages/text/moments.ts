import type { Language } from './language.tsx'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A date and a time to the minute, in the person's time zone. */
export const formatDateTime = (language: Language, iso: string | number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

export const formatDay = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso))

/** Instead of "this minute" and "현재 분". */
const NOW: Record<Language, readonly [past: string, future: string]> = {
  en: ['just now', 'in a moment'],
  ko: ['방금 전', '곧'],
}

/** How far away a time is: "in 12 days", "3 hours ago"; the date alone when it is more than a year. */
export function distance(language: Language, iso: string | number, now = Date.now()): string {
  const away = new Date(iso).getTime() - now
  if (Math.abs(away) < 60_000) return NOW[language][away > 0 ? 1 : 0]
  if (Math.abs(away) > 366 * DAY) return formatDay(language, new Date(iso).toISOString())
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (Math.abs(away) < HOUR) return words.format(Math.trunc(away / 60_000), 'minute')
  if (Math.abs(away) < 2 * DAY) return words.format(Math.trunc(away / HOUR), 'hour')
  return words.format(Math.trunc(away / DAY), 'day')
}

export const number = (language: Language, value: number): string => new Intl.NumberFormat(language).format(value)
