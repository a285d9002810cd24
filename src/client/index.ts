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
 * A call resolves to the parsed body of a success. It throws `LatchkeyError` for any other answer, TypeError for an empty
 * path parameter, and the error of `fetch` when no answer came or `signal` ended the call. A call of an operation that takes an
 * `Idempotency-Key` gets a fresh one unless you give it, and is sent once more with the same key when no answer came. Give the
 * key of your own, such as the number of an order, to repeat a call yourself.
 */
export function createClient(options: ClientOptions): Client {
  const { '': own, ...groups } = connect(GROUPS, options)
  // At run time a call knows neither its input nor its answer: both types are printed from the declarations alone.
  return { ...groups, ...own } as unknown as Client
}
