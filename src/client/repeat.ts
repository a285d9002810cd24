const ATTEMPTS = 3
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_S = 30

/** Statuses of a product that did not answer. Others are repeated only when the gateway says how long to wait. */
const PASSING: readonly number[] = [502, 504]

/**
 * Sends a request, and sends it again when no answer came, or one that may be another in a moment. Each time it is a
 * clone, because a body can be sent only once.
 */
export async function repeating(
  send: (request: Request) => Promise<Response>,
  request: Request,
  isRepeatable: boolean,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const isLast = !isRepeatable || attempt === ATTEMPTS
    let waitMs = FIRST_WAIT_MS * 2 ** (attempt - 1)
    try {
      const response = await send(request.clone())
      const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
      const isAsked = response.status >= 400 && seconds <= LONGEST_WAIT_S
      if (isLast || !(isAsked || PASSING.includes(response.status))) return response
      if (isAsked) waitMs = seconds * 1000
    } catch (error) {
      if (isLast || request.signal.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
