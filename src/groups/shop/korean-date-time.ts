const KOREA_MS = 9 * 3_600_000
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/**
 * A time of returns and exchanges as ISO 8601 with the offset of Korea: the product writes local time without an offset, and
 * epoch milliseconds in older samples (shop facts 2.6). Null for what is no time.
 */
export function toKoreanDateTime(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return `${new Date(value + KOREA_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)}+09:00`
  const [local] = (typeof value === 'string' && LOCAL.exec(value)) || []
  return local === undefined ? null : `${local}+09:00`
}
