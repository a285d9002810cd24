const DURATION = /^P(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/

/** Whole seconds of an ISO 8601 duration; null for what is none, and for months and years, which have no fixed length. */
export function isoSeconds(duration: string): number | null {
  const parts = DURATION.exec(duration)
  if (!parts) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
}
