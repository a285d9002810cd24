import { expect, it } from 'vitest'
import { calls, connected, leaveNothingBehind } from '../../../../groups/recorder/connected.ts'
import { type Recording, readyRecording, recording, type Switches } from '../../../../simulators/recorder/index.ts'

leaveNothingBehind()

interface Scene {
  recorded?: Recording
  switches?: Partial<Switches>
  SUBREQUESTS?: string
}

function waiting({ recorded = recording({ filename: 'Talk' }), switches = {}, SUBREQUESTS = '50' }: Scene = {}) {
  const deployment = connected({ recordings: [recorded], switches, settings: { SUBREQUESTS } })
  const { clock } = deployment.world
  const wait = async (body: Record<string, unknown> = {}) => {
    const before = clock.now()
    const answer = await deployment.send('POST', `/files/${recorded.id}/transsumm/wait`, body)
    return { ...answer, seconds: (clock.now() - before) / 1000 }
  }
  const polls = () => calls(deployment).filter(({ url }) => url.pathname === '/ai/file-task-status').length
  return { ...deployment, recorded, wait, polls }
}

it('POST /recorder/files/{id}/transsumm/wait: the bundle once the task ended', async () => {
  const { wait, recorded } = waiting()
  const { status, json } = await wait()
  expect(status).toBe(200)
  expect(json).toEqual({
    file: expect.objectContaining({ file_id: recorded.id }),
    transcript: expect.objectContaining({ format: 'text', text: expect.stringContaining('Shall we begin?') }),
    summary: expect.objectContaining({ markdown: expect.stringMatching(/^# Talk/) }),
    errors: [],
    not_ready: [],
  })
})

it('POST /recorder/files/{id}/transsumm/wait: include defaults to transcript,summary and chooses as in fetch', async () => {
  const { json } = await waiting().wait({ include: 'summary,audio-url' })
  expect(Object.keys(json).sort()).toEqual(['audio_url', 'errors', 'file', 'not_ready', 'summary'])
})

it.each(['video', 'summary,'])(
  'POST /recorder/files/{id}/transsumm/wait: include "%s" is 400 naming the field',
  async (include) => {
    const { status, json } = await waiting().wait({ include })
    expect(status).toBe(400)
    expect(json.error).toMatch(/^include: /)
  },
)

it('POST /recorder/files/{id}/transsumm/wait: 402 when too few seconds are left', async () => {
  const { wait, plaud } = waiting()
  plaud.state.secondsLeft = 1
  expect((await wait()).status).toBe(402)
  expect(plaud.state.tasks.size).toBe(0)
})

it('POST /recorder/files/{id}/transsumm/wait: 504 on timeout; the task continues', async () => {
  const { wait, plaud, recorded } = waiting({ switches: { pollsToFinish: 1000 } })
  const { status, json, seconds } = await wait({ timeout_sec: 20, poll_interval_sec: 3 })
  expect(status).toBe(504)
  expect(json.error).toMatch(/still running/)
  expect(seconds).toBe(20)
  expect(plaud.state.tasks.get(recorded.id)?.status).toBe('running')
})

it('POST /recorder/files/{id}/transsumm/wait: timeout_sec defaults to 120', async () => {
  const { wait } = waiting({ switches: { pollsToFinish: 1000 }, SUBREQUESTS: '500' })
  expect((await wait()).seconds).toBe(120)
})

it.each([
  [1, 5],
  [5, 5],
  [3600, 300],
])('POST /recorder/files/{id}/transsumm/wait: timeout_sec %i is moved into 5..300', async (timeout_sec, expected) => {
  const { wait } = waiting({ switches: { pollsToFinish: 1000 }, SUBREQUESTS: '500' })
  expect((await wait({ timeout_sec, poll_interval_sec: 30 })).seconds).toBe(expected)
})

it('POST /recorder/files/{id}/transsumm/wait: poll_interval_sec defaults to 3', async () => {
  const { wait, polls } = waiting({ switches: { pollsToFinish: 1000 }, SUBREQUESTS: '500' })
  await wait({ timeout_sec: 60 })
  expect(polls()).toBe(20)
})

it.each([
  [1, 30],
  [2, 30],
  [600, 2],
])(
  'POST /recorder/files/{id}/transsumm/wait: poll_interval_sec %i is moved into 2..30',
  async (poll_interval_sec, expected) => {
    const { wait, polls } = waiting({ switches: { pollsToFinish: 1000 }, SUBREQUESTS: '500' })
    await wait({ timeout_sec: 60, poll_interval_sec })
    expect(polls()).toBe(expected)
  },
)

it('POST /recorder/files/{id}/transsumm/wait: an interval longer than the time still takes a last look', async () => {
  const { wait, polls } = waiting({ switches: { pollsToFinish: 1 } })
  const { status, seconds } = await wait({ timeout_sec: 5, poll_interval_sec: 30 })
  expect([status, polls(), seconds]).toEqual([200, 1, 5])
})

it.each(['poll_interval_sec', 'timeout_sec'])(
  'POST /recorder/files/{id}/transsumm/wait: a %s that is no integer is 400',
  async (field) => {
    for (const value of ['ten', 2.5, []]) {
      const { status, json } = await waiting().wait({ [field]: value })
      expect([status, json.error]).toEqual([400, expect.stringMatching(`^${field}: must be an integer`)])
    }
  },
)

it.each([10, 20])(
  'POST /recorder/files/{id}/transsumm/wait: with SUBREQUESTS %i the polls are widened to fit',
  async (budget) => {
    const deployment = waiting({ switches: { pollsToFinish: 1000 }, SUBREQUESTS: String(budget) })
    const { status, seconds } = await deployment.wait({ timeout_sec: 300, poll_interval_sec: 2 })
    expect([status, seconds]).toEqual([504, 300])
    expect(deployment.polls()).toBeGreaterThan(0)
    expect(calls(deployment).length).toBeLessThanOrEqual(budget)
  },
)

it('POST /recorder/files/{id}/transsumm/wait: finished content causes no wait', async () => {
  const { wait, polls } = waiting({ recorded: readyRecording() })
  const { status, seconds } = await wait()
  expect([status, seconds, polls()]).toEqual([200, 0, 0])
})

it('POST /recorder/files/{id}/transsumm/wait: a recording too short for content ends with nothing ready', async () => {
  const { wait } = waiting({ recorded: recording({ duration: 3_000, speech: [] }) })
  const { status, json } = await wait()
  expect([status, json.not_ready]).toEqual([200, ['transcript', 'summary']])
})

it('POST /recorder/files/{id}/transsumm/wait: a task that failed is 502 at once, not 504 in the end', async () => {
  const { wait } = waiting({ switches: { taskOutcome: 'failed' } })
  const { status, json, seconds } = await wait({ timeout_sec: 300 })
  expect([status, json.error]).toEqual([502, 'the task failed'])
  expect(seconds).toBeLessThan(60)
})

it('POST /recorder/files/{id}/transsumm/wait: when the list of tasks is empty, the content shows the progress', async () => {
  const { wait, plaud } = waiting()
  const body = '{"status":0,"data":{"file_status_list":[]}}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/ai/file-task-status' })
  const { status, json } = await wait()
  expect([status, json.not_ready]).toEqual([200, []])
})

it('POST /recorder/files/{id}/transsumm/wait: a look that fails in passing is repeated', async () => {
  const { wait, plaud } = waiting()
  plaud.fail({ kind: 'status', status: 503 }, { on: ({ url }) => url.pathname === '/ai/file-task-status', times: 2 })
  expect((await wait()).status).toBe(200)
})
