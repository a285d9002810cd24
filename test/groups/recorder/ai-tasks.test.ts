import { expect, it } from 'vitest'
import { note, readyRecording, recording, transcript } from '../../simulators/recorder/index.ts'
import { calls, connected, leaveNothingBehind, lines } from './connected.ts'

leaveNothingBehind()

const working = (filename: string) =>
  recording({ filename, transcript: transcript([], { task_status: 1 }), notes: [note('', { task_status: 0 })] })

const ids = (json: { tasks: { file_id: string }[] }) => [...new Set(json.tasks.map(({ file_id }) => file_id))]

it('GET /recorder/ai/status: file_id, task_type and ready, in addition to what the product sends', async () => {
  const one = working('one')
  const { status, json } = await connected({ recordings: [one] }).get('/ai/status')
  expect(status).toBe(200)
  expect(json.tasks).toMatchObject([
    { file_id: one.id, task_type: 'transcript', ready: true, task_status: 1, sum_type: 'AUTO-SELECT' },
    { file_id: one.id, task_type: 'summary', ready: false, task_status: 0 },
  ])
})

it('GET /recorder/ai/status: file_ids chooses the recordings', async () => {
  const recordings = ['one', 'two', 'three'].map(working)
  const [one, two, three] = recordings.map(({ id }) => id)
  const { get } = connected({ recordings })
  expect(ids((await get(`/ai/status?file_ids=${one},%20${three}`)).json)).toEqual([one, three])
  expect(ids((await get('/ai/status?file_ids=none')).json)).toEqual([])
  expect(ids((await get('/ai/status')).json)).toEqual([one, two, three])
  expect(ids((await get('/ai/status?file_ids=')).json)).toEqual([one, two, three])
})

it('GET /recorder/ai/status: nothing that the caller sends reaches the product', async () => {
  const deployment = connected()
  await deployment.get('/ai/status?file_ids=a,b/../c')
  expect(lines(calls(deployment))).toEqual(['GET /ai/file-task-status'])
})

it('GET /recorder/ai/status: task_status as a numeric string is read', async () => {
  const { get, plaud } = connected()
  const body = '{"status":0,"data":{"file_status_list":[{"file_id":"a","task_status":"1"},{"file_id":"b"}]}}'
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname === '/ai/file-task-status' })
  expect((await get('/ai/status')).json).toEqual({
    tasks: [
      { file_id: 'a', task_type: null, task_status: 1, ready: true },
      { file_id: 'b', task_type: null, task_status: null, ready: null },
    ],
  })
})

it.each([
  ['{"status":0}', 200],
  ['{"status":0,"data":null}', 200],
  ['{"status":0,"data":{"file_status_list":null}}', 200],
  ['{"status":0,"data":{"file_status_list":[null,{"task_status":1}]}}', 200],
  ['{"status":0,"data":{"file_status_list":"none"}}', 502],
  ['{"message":"hello"}', 502],
])('GET /recorder/ai/status: %s is %d: nothing runs, or nothing is known', async (body, expected) => {
  const { get, plaud } = connected()
  plaud.fail({ kind: 'status', status: 200, body }, { on: ({ url }) => url.pathname.startsWith('/ai/') })
  const { status, json } = await get('/ai/status')
  expect(status).toBe(expected)
  if (status === 200) expect(json).toEqual({ tasks: [] })
})

it('GET /recorder/ai/trans-status: status, total_seconds and remain_total', async () => {
  const { get } = connected()
  const { status, json } = await get('/ai/trans-status')
  expect([status, json]).toEqual([200, { status: 0, total_seconds: 0, remain_total: 15_400 }])
})

it('GET /recorder/ai/trans-status: total_seconds are those of running tasks', async () => {
  const recorded = recording({ duration: 90_500 })
  const { get, send } = connected({ recordings: [recorded] })
  await send('POST', `/files/${recorded.id}/transsumm`)
  expect((await get('/ai/trans-status')).json.total_seconds).toBe(91)
})

it('GET /recorder/ai/trans-status: numeric strings leave as numbers, and 502 when both are missing', async () => {
  const { get, plaud } = connected({ recordings: [readyRecording()] })
  const on = ({ url }: { url: URL }) => url.pathname === '/ai/trans-status'
  plaud.fail(
    { kind: 'status', status: 200, body: '{"status":"0","total_seconds":"5","remain_total":"7"}' },
    { on, times: 1 },
  )
  expect((await get('/ai/trans-status')).json).toEqual({ status: 0, total_seconds: 5, remain_total: 7 })
  plaud.fail({ kind: 'status', status: 200, body: '{"status":0}' }, { on })
  expect((await get('/ai/trans-status')).status).toBe(502)
})
