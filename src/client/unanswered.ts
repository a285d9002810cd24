/**
 * The error of a request that got no answer, with the address that was asked and the reason, which `fetch` hides in the cause.
 * Another error, such as that of a signal which ended the call, stays as it is.
 */
export function toNoAnswer(url: string, error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  const { cause } = error
  // The failure of several addresses of a host has a code only.
  const found = cause instanceof Error && (cause.message || ('code' in cause && cause.code))
  const reason = found || error.message
  return new TypeError(`no answer from ${new URL(url).origin}: ${reason}`, { cause: cause ?? error })
}
