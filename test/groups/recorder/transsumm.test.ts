import { expect, it } from 'vitest'
import { type Recording, readyRecording, recording } from '../../simulators/recorder/index.ts'
import { type Connected, calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const starting = (recorded: Recording = recording()) => {
  const deployment = connected({ recordings: [recorded] })
  const start = (body?: unknown) => deployment.send('POST', `/files/${recorded.id}/transsumm`, body)
  return { ...deployment, recorded, start }
}

const started = (deployment: Connected) => {
  const call = calls(deployment).find(({ url }) => url.pathname.startsWith('/ai/transsumm/'))
  const { info, ...body } = JSON.parse(call?.body ?? '')
  return { ...body, info: JSON.parse(info) }
}

it('POST /recorder/files/{id}/transsumm: 202 with the response of the product', async () => {
  const { start, plaud, recorded } = starting()
  const { status, json } = await start()
  expect(status).toBe(202)
  expect(json).toMatchObject({ status: 0, msg: 'task processing', task_id_info: { trans_task_id: expect.any(String) } })
  expect(plaud.state.tasks.get(recorded.id)?.status).toBe('running')
})

it('POST /recorder/files/{id}/transsumm: every field is optional and has its default', async () => {
  const deployment = starting()
  await deployment.start({})
  expect(started(deployment)).toEqual({
    is_reload: 0,
    summ_type: 'AUTO-SELECT',
    summ_type_type: 'system',
    support_mul_summ: true,
    info: { language: 'auto', timezone: 0, diarization: 1, llm: 'auto' },
  })
})

it('POST /recorder/files/{id}/transsumm: every field is sent where the product expects it', async () => {
  const deployment = starting()
  await deployment.start({
    language: 'ko',
    timezone: 9,
    diarization: false,
    llm: 'gpt-5',
    summ_type: 'tpl_mine',
    summ_type_type: 'custom',
    is_reload: true,
    check_quota: false,
  })
  expect(started(deployment)).toMatchObject({
    is_reload: 1,
    summ_type: 'tpl_mine',
    summ_type_type: 'custom',
    info: { language: 'ko', timezone: 9, diarization: 0, llm: 'gpt-5' },
  })
})

it('POST /recorder/files/{id}/transsumm: check_quota defaults to true and costs two reads', async () => {
  const deployment = starting()
  await deployment.start()
  const { id } = deployment.recorded
  expect(lines(calls(deployment)).sort()).toEqual([
    'GET /ai/trans-status',
    `GET /file/detail/${id}`,
    `POST /ai/transsumm/${id}`,
  ])
})

it('POST /recorder/files/{id}/transsumm: 402 when too few seconds are left, and nothing is started', async () => {
  const { start, plaud } = starting(recording({ duration: 61_500 }))
  plaud.state.secondsLeft = 61
  const { status, json } = await start()
  expect([status, json.error]).toEqual([402, 'the recording has 62 seconds and 61 are left'])
  expect(plaud.state.tasks.size).toBe(0)
})

it('POST /recorder/files/{id}/transsumm: a recording that just fits is started', async () => {
  const { start, plaud } = starting(recording({ duration: 61_000 }))
  plaud.state.secondsLeft = 61
  expect((await start()).status).toBe(202)
})

it.each([false, 0])(
  'POST /recorder/files/{id}/transsumm: check_quota %s starts whatever is left',
  async (check_quota) => {
    const deployment = starting()
    deployment.plaud.state.secondsLeft = 0
    expect((await deployment.start({ check_quota })).status).toBe(202)
    expect(calls(deployment)).toHaveLength(1)
  },
)

it.each([
  ['finished', readyRecording(), {}, 1, /^no run was started: .*complete.*is_reload/],
  ['finished, with another template', readyRecording(), { summ_type: 'MEETING' }, 1, /is_reload/],
  ['too short', recording({ duration: 3_000, speech: [] }), {}, -111, /^no run was started: .*too short/],
])(
  'POST /recorder/files/{id}/transsumm: %s is no failure: 200, and that nothing was started',
  async (_, recorded, body, productStatus, hint) => {
    const { start, plaud } = starting(recorded)
    const { status, json } = await start(body)
    expect([status, json.status, json.hint]).toEqual([200, productStatus, expect.stringMatching(hint)])
    expect(plaud.state.tasks.size).toBe(0)
  },
)

it('POST /recorder/files/{id}/transsumm: is_reload starts a finished recording again: 202', async () => {
  const { status, json } = await starting(readyRecording()).start({ is_reload: true })
  expect([status, json.status, json.hint]).toEqual([202, 0, undefined])
})

it('POST /recorder/files/{id}/transsumm: a response without a body is 202', async () => {
  const { start, plaud } = starting()
  plaud.fail({ kind: 'empty' }, { on: ({ url }) => url.pathname.startsWith('/ai/transsumm/') })
  const { status, json } = await start()
  expect([status, json]).toEqual([202, { status: 0 }])
})

it('POST /recorder/files/{id}/transsumm: a task that cannot start (-12) is 502', async () => {
  const { start, plaud } = starting()
  const body = '{"status":-12,"msg":"start trans task error"}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/ai/transsumm/') })
  const { status, json } = await start()
  expect([status, json.error]).toEqual([502, 'start trans task error'])
})

it('POST /recorder/files/{id}/transsumm: it is a write, so it is never sent twice', async () => {
  const { start, plaud } = starting()
  const on = ({ url }: { url: URL }) => url.pathname.startsWith('/ai/transsumm/')
  plaud.fail({ kind: 'status', status: 503 }, { on })
  expect((await start()).status).toBe(502)
  expect(plaud.calls.filter(on)).toHaveLength(1)
})

it.each([true, false])(
  'POST /recorder/files/{id}/transsumm: an unknown id is 404 (check_quota %s)',
  async (check_quota) => {
    const { send } = connected()
    const path = '/files/ffffffffffffffffffffffffffffffff/transsumm'
    expect((await send('POST', path, { check_quota })).status).toBe(404)
  },
)

it('POST /recorder/files/{id}/transsumm: a wrong field is 400 naming it, here and in wait', async () => {
  for (const [field, value] of [
    ['language', 7],
    ['timezone', 'Asia/Seoul'],
    ['timezone', 15],
    ['timezone', -13],
    ['diarization', 'yes'],
    ['llm', 4],
    ['summ_type', []],
    ['is_reload', 2],
    ['check_quota', 'no'],
  ] as const) {
    const { start, send, plaud, recorded } = starting()
    for (const answer of [
      await start({ [field]: value }),
      await send('POST', `/files/${recorded.id}/transsumm/wait`, { [field]: value }),
    ]) {
      expect.soft(answer.status, JSON.stringify(field)).toBe(400)
      expect.soft(answer.json.error, JSON.stringify(field)).toMatch(new RegExp(`^${field}: `))
    }
    expect.soft(plaud.calls, JSON.stringify(field)).toEqual([])
  }
})
