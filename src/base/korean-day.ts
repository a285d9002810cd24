/** Korea, where the users are, has one zone, nine hours ahead of UTC, without daylight saving time. In milliseconds. */
export const KOREA_MS = 9 * 3_600_000

const DAY_MS = 24 * 3_600_000

/** The day in Korea at a time in epoch milliseconds, as YYYY-MM-DD. */
export const getKoreanDay = (ms: number): string => formatDay(ms + KOREA_MS)

/** When a day YYYY-MM-DD starts in Korea, in epoch milliseconds. */
export const startOfKoreanDay = (day: string): number => Date.parse(day) - KOREA_MS

/** The first moment in Korea after a day YYYY-MM-DD, in epoch milliseconds. */
export const endOfKoreanDay = (day: string): number => startOfKoreanDay(day) + DAY_MS

/** How many days after a day YYYY-MM-DD another one is. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The day that is so many days after a day YYYY-MM-DD. It must be in a year of four digits. */
export const addDays = (day: string, days: number): string => formatDay(Date.parse(day) + days * DAY_MS)

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
