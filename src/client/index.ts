import type { Group } from '../base/groups.ts'
import { type ClientOptions, callsOf } from './calls.ts'
import { notesOf } from './notes.ts'
import { recorderOf } from './recorder.ts'
import { shopOf } from './shop.ts'
import { socialOf } from './social.ts'
import { workspaceOf, workspaceV2Of } from './workspace.ts'

export type { ClientOptions } from './calls.ts'
export { LatchkeyError } from './error.ts'
export type { Answer, Input } from './groups.ts'

/**
 * A client of one deployment, for browsers, Node and Workers. A call names its operation by method and path:
 *
 *     const latchkey = createClient({ baseUrl: 'https://latchkey.example.workers.dev', apiKey })
 *     const { text } = await latchkey.recorder.get('/files/:id/transcript', { param: { id }, query: { format: 'srt' } })
 *     for await (const file of latchkey.recorder.eachFile({ query: { sort_by: 'start_time' } })) console.log(file.filename)
 *
 * A call resolves to the parsed body of a success. It throws `LatchkeyError` for any other answer, TypeError for an empty
 * path parameter, and the error of `fetch` when no answer came or `signal` ended the call. It never repeats a request.
 * Headers beside the API key, such as `X-Workspace-Token` or `Idempotency-Key`, are given as `header`.
 *
 * An `each...` takes the input of the call behind it and yields the items of that page and of all that follow.
 */
export function createClient(options: ClientOptions) {
  return {
    recorder: recorderOf(options),
    notes: notesOf(options),
    /** The routes under `/api/v1`. */
    workspace: workspaceOf(options),
    /** The routes under `/api/v2`. */
    workspaceV2: workspaceV2Of(options),
    shop: shopOf(options),
    payment: callsOf<'payment'>(options, '/api/v1/payment'),
    video: callsOf<'video'>(options, '/api/v1/video'),
    social: socialOf(options),
  } satisfies Record<Group | 'workspaceV2', object>
}

export type Client = ReturnType<typeof createClient>
