import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../../src/app.ts'
import { platform } from '../../../../src/base/platform.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { createGateway, type Gateway, json, PRO_KEY } from '../../../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../../support/world.ts'
import { Clock } from '../../../upstreams/clock.ts'
import { createPlaud, recording, USER_TOKEN } from '../../../upstreams/recorder/index.ts'
import { connectV2 } from '../clients.ts'
import { MODERN, send } from '../message.ts'

/** A client that asks for it hears of the progress of a call that takes long (docs/agents.md). */

const TOOL = 'recorder_transcribe_file_and_wait'

let world: World
let plaud: ReturnType<typeof createPlaud>
let gateway: Gateway
let recorded: ReturnType<typeof recording>

function start() {
  const clock = new Clock()
  recorded = recording({ filename: 'Talk' })
  plaud = createPlaud({ clock, recordings: [recorded], switches: { pollsToFinish: 5 } })
  world = createWorldAt(clock, plaud)
  gateway = createGateway({ RECORDER_TOKEN: USER_TOKEN })
}

beforeEach(start)
afterEach(async () => {
  vi.restoreAllMocks()
  expectNothingUnexpected(world)
  await freshDeployment()
})

const call = (params: object) => ({ name: TOOL, arguments: { id: recorded.id }, ...params })

/** The messages of a response, in JSON or as a stream of events. */
const messages = ({ text, headers }: Awaited<ReturnType<typeof send>>) =>
  headers.get('Content-Type') === 'text/event-stream'
    ? text.split('\n\n').flatMap((frame) => (frame ? JSON.parse(frame.replace(/^event: message\ndata: /, '')) : []))
    : [JSON.parse(text)]

describe.each(['auto', 'legacy'] as const)('the official client (%s)', (mode) => {
  it('hears of a transcription until it gets the result', async () => {
    const client = await connectV2(gateway, {}, mode)
    const heard: number[] = []
    const { isError, content } = await client.callTool(call({}) as Parameters<typeof client.callTool>[0], {
      onprogress: ({ progress }) => void heard.push(progress),
    })
    expect(isError ?? false).toBe(false)
    expect(JSON.stringify(content)).toContain(recorded.id)
    expect(heard.length).toBeGreaterThan(1)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(new Set(heard).size).toBe(heard.length)
  })
})

it.each([
  ['2025-11-25', {}, {}],
  ['2026-07-28', { _meta: MODERN.meta }, { ...MODERN.headers('tools/call'), 'Mcp-Name': TOOL }],
])('in %s the stream ends with the response that a client without a token gets', async (_, params, headers) => {
  const plain = await send(gateway, 'tools/call', call(params), { headers })
  const { id } = recorded
  start()
  const streamed = await send(
    gateway,
    'tools/call',
    call({ ...params, _meta: { ...(params as { _meta?: object })._meta, progressToken: 'a' } }),
    { headers },
  )
  expect(messages(plain)).toHaveLength(1)
  expect(messages(streamed).length).toBeGreaterThan(1)
  const sameRecording = JSON.parse(JSON.stringify(messages(streamed).at(-1)).replaceAll(recorded.id, id))
  expect(sameRecording).toEqual(messages(plain)[0])
})

it('a failure of a call that takes long is the last message', async () => {
  plaud.switches.pollsToFinish = 1000
  const answer = await send(gateway, 'tools/call', call({ _meta: { progressToken: 7 } }))
  const all = messages(answer)
  expect(answer.status).toBe(200)
  expect(all.length).toBeGreaterThan(5)
  for (const message of all.slice(0, -1))
    expect(message).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: {
        progressToken: 7,
        progress: expect.any(Number),
        message: expect.stringMatching(/^running for \d+ s$/),
      },
    })
  expect(all.at(-1)).toMatchObject({ id: 1, result: { isError: true } })
  expect(JSON.stringify(all.at(-1))).toContain('504')
})

it.each([
  ['a quick call', { name: 'recorder_list_files', arguments: {}, _meta: { progressToken: 1 } }, {}],
  ['no token', { name: TOOL }, {}],
])('%s is answered in JSON', async (_, params, headers) => {
  const answer = await send(gateway, 'tools/call', call(params), { headers })
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
})

it('a write whose caller leaves goes on to its end', async () => {
  const { body } = json('POST', {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: call({ _meta: { progressToken: 1 } }),
  })
  const headers = {
    ...{ Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', 'X-API-KEY': PRO_KEY },
  }
  const context = createExecutionContext()
  const request = new Request('https://latchkey.test/mcp', { method: 'POST', headers, body: body ?? null })
  const response = await createApp(platform).fetch(request, gateway.env, context)
  expect(response.headers.get('Content-Type')).toBe('text/event-stream')
  await response.body?.cancel()
  const last = () => plaud.calls.at(-1)?.url.pathname
  expect(last()).not.toContain('trans_result')
  await waitOnExecutionContext(context)
  // The transcript, which is read when the transcription has ended.
  expect(last()).toContain('trans_result')
})
