/** Ends a command with exit code 1 and a message for its user. No message contains a secret. */
export class FleetError extends Error {
  override name = 'FleetError'
}

/** The message of a thrown value. */
export const getMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  // `fetch failed` alone says nothing.
  return cause instanceof Error && cause.message ? cause.message : error.message
}
