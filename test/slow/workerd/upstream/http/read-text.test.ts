import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_ANSWER, readText, send } from '../../../../../src/upstream/client.ts'
import { createWorld } from '../../../../support/world.ts'
import { answerWith, getOutgoing, PRODUCT, READ } from '../../../../upstream/http/product.ts'

afterEach(() => vi.restoreAllMocks())

const tooLarge = { status: 502, message: 'the answer of the upstream service is larger than 10 MiB' }
const PIECE = 256 * 1024

/** A chunked body of this many bytes, without a length. `pulled` counts the requested chunks. */
function chunked(bytes: number) {
  const state = { pulled: 0, cancelled: false }
  let left = bytes
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.pulled += 1
      const size = Math.min(PIECE, left)
      if (size > 0) controller.enqueue(new Uint8Array(size).fill(97))
      left -= size
      if (left <= 0) controller.close()
    },
    cancel() {
      state.cancelled = true
    },
  })
  return { state, response: new Response(body) }
}

async function gzip(text: string | Uint8Array): Promise<Uint8Array> {
  const packed = new Response(text).body?.pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

describe('10 MiB', () => {
  it('are taken, with a length or without', async () => {
    expect(MAX_ANSWER).toBe(10 * 1024 * 1024)
    expect(await readText(chunked(MAX_ANSWER).response, false)).toHaveLength(MAX_ANSWER)
    const headers = { 'Content-Length': String(MAX_ANSWER) }
    expect(await readText(new Response('a'.repeat(MAX_ANSWER), { headers }), false)).toHaveLength(MAX_ANSWER)
  })

  it('and one byte are 502', async () => {
    await expect(readText(chunked(MAX_ANSWER + 1).response, false)).rejects.toMatchObject(tooLarge)
  })

  it('declared to be more are 502 before any of it is read', async () => {
    const { state, response } = chunked(10 * MAX_ANSWER)
    const declared = new Response(response.body, { headers: { 'Content-Length': String(10 * MAX_ANSWER) } })
    await expect(readText(declared, false)).rejects.toMatchObject(tooLarge)
    expect(state.pulled).toBeLessThan(4)
  })

  it('of an endless response: the rest is not read', async () => {
    const { state, response } = chunked(1e12)
    await expect(readText(response, false)).rejects.toMatchObject(tooLarge)
    expect(state.pulled).toBeLessThan(MAX_ANSWER / PIECE + 4)
    await vi.waitFor(() => expect(state.cancelled).toBe(true))
  })

  it('packed into little are 502 as well', async () => {
    const bomb = await gzip(new Uint8Array(MAX_ANSWER + 1))
    expect(bomb.byteLength).toBeLessThan(20_000)
    await expect(readText(new Response(bomb), true)).rejects.toMatchObject(tooLarge)
  })

  it('too many: a read is not repeated', async () => {
    createWorld()
    const calls = answerWith(async () => chunked(MAX_ANSWER + 1).response)
    await expect(send(getOutgoing(), PRODUCT, READ)).rejects.toMatchObject(tooLarge)
    expect(calls).toHaveLength(1)
  })
})

describe('text', () => {
  const words = '회의록 🙂 — naïve'

  it('is put together from pieces cut inside a character', async () => {
    const bytes = new TextEncoder().encode(words)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    expect(await readText(new Response(body), false)).toBe(words)
  })

  it.each([null, ''])('of no body, %j, is empty', async (body) => {
    expect(await readText(new Response(body), false)).toBe('')
    expect(await readText(new Response(body), true)).toBe('')
    expect(await readText(new Response(body, { headers: { 'Content-Length': '0' } }), false)).toBe('')
  })
})

describe('gzip without a Content-Encoding', () => {
  const words = '[{"content":"여보세요"}]'

  it('is decompressed where it may occur', async () => {
    expect(await readText(new Response(await gzip(words)), true)).toBe(words)
    const headers = { 'Content-Length': String((await gzip(words)).byteLength) }
    expect(await readText(new Response(await gzip(words), { headers }), true)).toBe(words)
  })

  it('is not changed where it may not', async () => {
    expect(await readText(new Response(await gzip(words)), false)).not.toBe(words)
  })

  it('may be plain anyway', async () => {
    expect(await readText(new Response(words), true)).toBe(words)
    expect(await readText(new Response('\u001f'), true)).toBe('\u001f')
  })

  it('is decompressed whatever the length at its end, and is 502 when that is wrong', async () => {
    const broken = { status: 502, message: 'the upstream response could not be decompressed' }
    for (const told of [0, 1, words.length * 3, MAX_ANSWER, 0xffff_ffff]) {
      const packed = await gzip(words)
      new DataView(packed.buffer).setUint32(packed.byteLength - 4, told, true)
      await expect(readText(new Response(packed), true)).rejects.toMatchObject(broken)
    }
    const checksum = await gzip(words)
    checksum.set([0, 0, 0, 0], checksum.byteLength - 8)
    await expect(readText(new Response(checksum), true)).rejects.toMatchObject(broken)
  })

  it('with a small declared length and more than 10 MiB is too large', async () => {
    const bomb = await gzip(new Uint8Array(20 * MAX_ANSWER))
    for (const told of [0, 100, MAX_ANSWER]) {
      new DataView(bomb.buffer).setUint32(bomb.byteLength - 4, told, true)
      await expect(readText(new Response(bomb), true)).rejects.toMatchObject(tooLarge)
    }
  })

  it('with anything after its end, even another member, is 502', async () => {
    const member = await gzip(words)
    for (const rest of [member, new Uint8Array(3)]) {
      await expect(readText(new Response(new Blob([member, rest])), true)).rejects.toMatchObject({ reason: 'broken' })
    }
  })

  it('is decompressed when it is long', async () => {
    const long = words.repeat(100_000)
    expect(await readText(new Response(await gzip(long)), true)).toBe(long)
    const headers = { 'Content-Length': '1' }
    expect(await readText(new Response(await gzip(''), { headers }), true)).toBe('')
  })

  it.each([0, 1, 2, 3, 12, -9, -3, -1])('that is cut at byte %i is no text of the product', async (end) => {
    const cut = (await gzip(words.repeat(50))).slice(0, end)
    const read = readText(new Response(cut), true)
    // Without the mark of gzip, which has two bytes, it is a text like any other.
    if (end >= 0 && end < 2) expect(await read).toHaveLength(end)
    else await expect(read).rejects.toMatchObject({ status: 502 })
  })

  it('that is cut is 502', async () => {
    createWorld()
    const whole = await gzip(words.repeat(50))
    answerWith(new Response(whole.slice(0, whole.length / 2)))
    await expect(send(getOutgoing(), PRODUCT, { ...READ, maybeGzip: true })).rejects.toMatchObject({ status: 502 })
  })
})

it('a body with a wrong encoding is 502, reported as sent by the product', async () => {
  // What workerd throws where Content-Encoding says gzip and the bytes are none.
  const body = new ReadableStream({
    pull() {
      throw new TypeError('Gzip decompression failed.')
    },
  })
  await expect(readText(new Response(body), false)).rejects.toMatchObject({ status: 502, reason: 'broken' })
})
