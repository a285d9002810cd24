import type { McpAnswer } from './answer.ts'
import { errorText, getId } from './message.ts'
import type { McpRequest, ProgressToken } from './method.ts'
import { publicRpcError } from './methods.ts'

/** How often the client hears of a call that takes long, in milliseconds. */
const EVERY_MS = 5_000

/**
 * The answer of a call, which becomes a stream of server-sent events when it takes long: `notifications/progress` with the
 * seconds that passed, and then the response. So a client that waits for a transcription does not give up.
 */
export async function answerWithProgress(
  token: ProgressToken,
  request: McpRequest,
  run: () => Promise<McpAnswer>,
): Promise<McpAnswer> {
  const { message } = request
  const state = request.c.get('state')
  const started = state.platform.now()
  const running = run()
  const answer = await withinPeriod(running)
  if (answer) return answer

  state.isStreaming = true
  let hasReader = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => hasReader && controller.enqueue(encode(`event: message\ndata: ${text}\n\n`))
      try {
        let ended: McpAnswer | undefined
        while (!ended && hasReader) {
          send(notification(token, Math.round((state.platform.now() - started) / 1000)))
          ended = await withinPeriod(running)
        }
        if (ended) send(String(ended.body))
      } catch (error) {
        send(errorText(getId(message), publicRpcError(error, request)))
      } finally {
        // A write continues when its caller has left, because it must not stop halfway.
        void running.catch(() => {}).then(() => state.upstream.close())
        if (hasReader) controller.close()
      }
    },
    cancel() {
      hasReader = false
    },
  })
  return { status: 200, body, type: 'text/event-stream' }

  /** Undefined when the call takes longer than the period. */
  async function withinPeriod(work: Promise<McpAnswer>): Promise<McpAnswer | undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const cancel = state.platform.timer(EVERY_MS, () => resolve(undefined))
    try {
      return await Promise.race([work, promise])
    } finally {
      cancel()
    }
  }
}

const notification = (progressToken: ProgressToken, seconds: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken, progress: seconds, message: `running for ${seconds} s` },
  })

const encode = (text: string) => new TextEncoder().encode(text)
