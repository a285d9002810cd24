import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectFailure } from '../../../contract/expected.ts'
import { ORIGIN, setStage, type Variation } from '../../../contract/stage.ts'
import { methodsAt, type Subject, subjects, withBody } from '../../../contract/subjects.ts'

afterEach(() => vi.restoreAllMocks())

/** Refused before any product was called. */
async function expectRefused(subject: Subject, variation: Variation, status: number, error: RegExp) {
  const stage = setStage(subject)
  expectFailure(subject, await stage.ask(variation), status, error)
  expect(stage.simulator.calls).toEqual([])
}

describe.each(subjects)('$id', (subject) => {
  const { row } = subject

  it('an unknown method: 405 with Allow, before the key is checked', async () => {
    const allowed = methodsAt(row.path)
    const method = ['PUT', 'DELETE', 'PATCH'].find((candidate) => !allowed.includes(candidate)) ?? ''
    const stage = setStage(subject)
    const answer = await stage.ask({ method, key: null, body: null })
    expectFailure(subject, answer, 405, /not allowed/)
    const expected = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
    expect(answer.headers.get('Allow')?.split(', ').sort()).toEqual(expected.sort())
  })

  it('a preflight: 204 without a key', async () => {
    const stage = setStage(subject)
    const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': subject.method }
    const answer = await stage.ask({ method: 'OPTIONS', key: null, body: null, headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
    expect(answer.headers.get('Access-Control-Allow-Methods')?.split(', ')).toContain(subject.method)
    expect(stage.simulator.calls).toEqual([])
  })

  it('a browser of a listed origin may read its failures', async () => {
    const answer = await setStage(subject).ask({ key: 'wrong-key', headers: { Origin: ORIGIN } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN)
  })
})

describe.each(withBody)('$id', (subject) => {
  const { row, operation } = subject
  const text = JSON.stringify(row.body)
  const padded = text.padEnd((row.maxBody ?? 1024 * 1024) + 1)

  it('an oversized body: 413', () => expectRefused(subject, { body: padded }, 413, /^body: /))

  it('an oversized chunked body: 413', () => expectRefused(subject, { body: chunked(padded) }, 413, /^body: /))

  it('a body of exactly the largest size', async () => {
    expect((await setStage(subject).ask({ body: padded.slice(0, -1) })).status).toBe(operation.status)
  })

  it('another content type: 415', () =>
    expectRefused(subject, { headers: { 'Content-Type': 'text/plain' } }, 415, /^Content-Type: /))

  it('no content type is read as JSON', async () => {
    const bytes = new TextEncoder().encode(text)
    const answer = await setStage(subject).ask({ body: bytes, headers: { 'Content-Type': null } })
    expect(answer.status, answer.text).toBe(operation.status)
  })

  it('a chunked body', async () => {
    const answer = await setStage(subject).ask({ body: chunked(text) })
    expect(answer.status, answer.text).toBe(operation.status)
  })

  it.each(['{"cut":', '{]', 'undefined'])('broken JSON, %s: 400', (body) =>
    expectRefused(subject, { body }, 400, /^body: is not valid JSON/),
  )

  it.each(['[]', '"text"', 'null', '7'])('JSON that is no object, %s: 400', (body) =>
    expectRefused(subject, { body }, 400, /^body: /),
  )
})

/** A body without a Content-Length, in pieces of 64 KiB. */
function chunked(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let offset = 0
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(offset, offset + 65_536))
      offset += 65_536
    },
  })
}
