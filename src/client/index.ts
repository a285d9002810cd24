import { connect } from './connect.ts'
import type { Client } from './generated/index.ts'
import { GROUPS } from './generated/table.ts'
import type { ClientOptions } from './options.ts'

export { LatchkeyError } from './error.ts'
export type * from './generated/index.ts'
export type { CallOptions, ClientOptions, HeaderValues } from './options.ts'
export type { Answer, Input, Listing } from './types.ts'

/**
 * A client of one deployment, for browsers, Node, Deno, Bun and Workers. A call names its operation, or its method and
 * path:
 *
 *     const latchkey = createClient({ baseUrl: 'https://latchkey.example.workers.dev', apiKey })
 *     const { text } = await latchkey.recorder.getTranscript({ id, format: 'srt' })
 *     const same = await latchkey.recorder.get('/files/:id/transcript', { param: { id }, query: { format: 'srt' } })
 *     for await (const file of latchkey.recorder.listFiles({ sort_by: 'start_time' })) console.log(file.filename)
 *
 * A call resolves to the parsed body of a success. It throws `LatchkeyError` for any other response, TypeError for an
 * empty path parameter, and the error of `fetch` when no response came or `signal` aborted the call. If an operation
 * accepts an `Idempotency-Key`, the client adds a new one unless you set it, and sends the request once more with the
 * same key when no response came. To repeat a call yourself, set your own key, such as an order number.
 */
export function createClient(options: ClientOptions): Client {
  const { '': own, ...groups } = connect(GROUPS, options)
  // At run time a call does not know its input or response. Both types are generated from the declarations only.
  return { ...groups, ...own } as unknown as Client
}
