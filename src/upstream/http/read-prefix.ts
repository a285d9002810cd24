import type { Platform } from '../../base/platform.ts'

/** How long to wait for the start of a body, in milliseconds. Most bodies arrive together with their headers. */
const BEGINNING_MS = 500

/**
 * The start of a body as text: at most this many bytes, as far as they arrived in time. A body that breaks off, never
 * ends or cannot be decompressed yields what was received. Never rejects.
 */
export async function readBeginning({ body }: Response, most: number, { timer }: Platform): Promise<string> {
  if (!body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const read = async () => {
    for (let size = 0; size < most; ) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value.subarray(0, most - size), { stream: true })
      size += value.byteLength
    }
  }
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const cancelTimer = timer(BEGINNING_MS, resolve)
  await Promise.race([read().catch(() => {}), over])
  cancelTimer()
  reader.cancel().catch(() => {})
  return text
}
