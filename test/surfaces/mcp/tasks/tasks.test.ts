import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nameKey } from '../../../gateway/auth/keys/named-keys.ts'
import { freshDeployment } from '../../../support/fresh.ts'
import { createGateway, type Gateway } from '../../../support/gateway.ts'
import { createWorldAt, expectNothingUnexpected, type World } from '../../../support/world.ts'
import { Clock } from '../../../upstreams/clock.ts'
import { createPlaud, recording, USER_TOKEN } from '../../../upstreams/recorder/index.ts'
import { MODERN, send } from '../message.ts'

const TOOL = 'recorder_transcribe_file_and_wait'

let world: World
let plaud: ReturnType<typeof createPlaud>
let gateway: Gateway
let recorded: ReturnType<typeof recording>

/** A transcription that takes this many looks at its progress. */
function start(pollsToFinish: number) {
  const clock = new Clock()
  recorded = recording({ filename: 'Talk' })
  plaud = createPlaud({ clock, recordings: [recorded], switches: { pollsToFinish } })
  world = createWorldAt(clock, plaud)
  gateway = createGateway({ RECORDER_TOKEN: USER_TOKEN })
}

beforeEach(() => start(1000))
afterEach(async () => {
  vi.restoreAllMocks()
  expectNothingUnexpected(world)
  await freshDeployment()
})

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

interface Asked {
  takesTasks?: boolean
  key?: string
  path?: string
}

async function ask(method: string, params: Record<string, unknown>, { takesTasks = true, ...sent }: Asked = {}) {
  const extensions = takesTasks ? { 'io.modelcontextprotocol/tasks': {} } : {}
  const name = String(params.taskId ?? params.name)
  const _meta = { ...MODERN.meta, [CAPABILITIES]: { extensions } }
  const headers = { ...MODERN.headers(method), 'Mcp-Name': name }
  return send(gateway, method, { ...params, _meta }, { headers, ...sent })
}

const transcribe = async (args: Record<string, unknown> = {}, asked?: Asked) =>
  (await ask('tools/call', { name: TOOL, arguments: { id: recorded.id, ...args } }, asked)).json.result

/** The next look ends the transcription. */
const finish = () => {
  plaud.switches.pollsToFinish = 0
}

describe('a transcription that takes long', () => {
  it('is a task, whose result is that of the tool', async () => {
    const before = world.clock.now()
    const created = await transcribe({ include: ['transcript'] })
    expect((world.clock.now() - before) / 1000).toBeLessThan(10)
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 86_400_000, pollIntervalMs: 5000 })
    const { taskId } = created
    const { json: working } = await ask('tasks/get', { taskId })
    expect(working.result).toMatchObject({ resultType: 'complete', taskId, status: 'working' })
    finish()
    const { json: done } = await ask('tasks/get', { taskId })
    expect(done.result).toMatchObject({
      resultType: 'complete',
      taskId,
      status: 'completed',
      createdAt: created.createdAt,
    })
    const { content } = done.result.result
    const whole = await transcribe({ include: ['transcript'] }, { takesTasks: false })
    expect(content).toEqual(whole.content)
    expect(JSON.parse(content[0].text).transcript.text).toContain('Shall we begin?')
  })

  it('is started once, however often its task is read', async () => {
    const { taskId } = await transcribe()
    const starts = () => plaud.calls.filter(({ url }) => url.pathname.startsWith('/ai/transsumm/')).length
    const before = starts()
    for (let n = 0; n < 3; n++) await ask('tasks/get', { taskId })
    finish()
    await ask('tasks/get', { taskId })
    expect(starts()).toBe(before)
  })

  it('that fails is completed with an error of the tool', async () => {
    const { taskId } = await transcribe()
    plaud.switches.taskOutcome = 'failed'
    finish()
    const { json } = await ask('tasks/get', { taskId })
    expect(json.result).toMatchObject({ status: 'completed', result: { isError: true } })
  })

  it('is a failure with 504 for a client without the extension', async () => {
    const result = await transcribe({ timeout_sec: 5 }, { takesTasks: false })
    expect(result).toMatchObject({ resultType: 'complete', isError: true })
  })
})

// The last number is a transcription that ends between the wait and the look that follows it.
it.each([1, 2, 3])('a short one is its result at once: %i looks', async (looks) => {
  start(looks)
  expect(await transcribe()).toMatchObject({ resultType: 'complete', content: expect.any(Array) })
})

describe('a task', () => {
  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('is nothing without the extension: %s', async (method) => {
    const { taskId } = await transcribe()
    const { status, json } = await ask(method, { taskId }, { takesTasks: false })
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: -32021 })
    expect(json.error.data).toEqual({ requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } })
  })

  it('is acknowledged when it is cancelled, and continues', async () => {
    const { taskId } = await transcribe()
    const { json } = await ask('tasks/cancel', { taskId })
    expect(json.result).toMatchObject({ resultType: 'complete' })
    expect((await ask('tasks/get', { taskId })).json.result.status).toBe('working')
  })

  it.each(['x', 'transcription.zzzzzzzzzz..1', 'transcription.0..%ZZ'])('%s is unknown', async (taskId) => {
    expect((await ask('tasks/get', { taskId })).json.error).toMatchObject({ code: -32602 })
  })

  it('of a recording that does not exist is unknown, and one of yesterday has expired', async () => {
    const { taskId } = await transcribe()
    const other = taskId.replace(recorded.id, 'f'.repeat(recorded.id.length))
    expect((await ask('tasks/get', { taskId: other })).json.error).toMatchObject({ code: -32602 })
    world.clock.advance(86_400_001)
    expect((await ask('tasks/get', { taskId })).json.error.message).toContain('has expired')
  })

  it('is read with the rights of its reader', async () => {
    const { taskId } = await transcribe()
    const key = await nameKey({ groups: ['notes'] })
    expect((await ask('tasks/get', { taskId }, { key })).json).toMatchObject({ error: { message: /./ } })
    expect((await ask('tasks/get', { taskId }, { path: '/mcp?groups=notes' })).json.error.code).toBe(-32602)
  })
})
