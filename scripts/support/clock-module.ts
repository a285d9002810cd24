/** The header that sets the clock of a local gateway, in epoch milliseconds. */
export const CLOCK_HEADER = 'X-Test-Now'

/**
 * Stands before the built Worker: a request with the header sets the clock of its isolate, Durable Objects included,
 * which runs on from there. The Worker itself is not touched.
 *
 * @param start the clock of a fresh isolate, epoch milliseconds
 */
export const clockModule =
  (start: number) =>
  (inner: string): string =>
    `
import worker from '${inner}'
export * from '${inner}'

const real = Date.now
let ahead
Date.now = () => real() + (ahead ?? 0)

const set = (now) => { ahead = now - real() }

export default {
  ...worker,
  fetch(request, env, context) {
    const now = request.headers.get('${CLOCK_HEADER}')
    if (now) set(Number(now))
    else if (ahead === undefined) set(${start})
    return worker.fetch(request, env, context)
  },
}
`
