const FORM = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/

/** The epoch milliseconds of an ISO 8601 date-time with an offset. Undefined for any other text. */
export function isoInstant(text: string): number | undefined {
  const [, day] = FORM.exec(text) ?? []
  // Date.parse reads 30 February as 2 March.
  if (day === undefined || Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day))
    return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}
