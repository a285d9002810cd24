/** What ends a command with 1 and a message for the person who started it. No message holds a secret. */
export class FleetError extends Error {
  override name = 'FleetError'
}

/** What was thrown, as text. */
export const getMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  // `fetch failed` alone tells nothing.
  return cause instanceof Error && cause.message ? cause.message : error.message
}
