import { describe, expect, it } from 'vitest'
import { Clock } from '../clock.ts'
import { ask, askJson } from './ask.ts'
import { createPlaud, dialogue, type Recording, readyRecording, recording } from './index.ts'
import type { Switches } from './switches.ts'

const START = {
  is_reload: 0,
  summ_type: 'AUTO-SELECT',
  summ_type_type: 'system',
  info: '{"language":"ko","timezone":9,"diarization":1,"llm":"auto"}',
  support_mul_summ: true,
}

interface Told {
  status: number
  data_result: { content: string; speaker: string }[]
  data_result_summ: string
}

function setUp(one: Recording, switches: Partial<Switches> = {}) {
  const clock = new Clock()
  const plaud = createPlaud({ clock, recordings: [one], switches })
  const run = (body: unknown = START) => askJson<Told>(plaud, `/ai/transsumm/${one.id}`, { body })
  const detail = () => askJson<{ data: { content_list: { task_status: number }[] } }>(plaud, `/file/detail/${one.id}`)
  return { clock, plaud, run, detail, one }
}

const untouched = () => recording({ filename: '회의', speech: dialogue('민아: 시작합시다.\n준호: 네.') })

describe('transsumm (facts 9.1; 11, row 12)', () => {
  it('starts, works, and is complete at the third look', async () => {
    const { clock, run, detail, one, plaud } = setUp(untouched())
    expect(await run()).toMatchObject({ status: 0, data_result: [] })
    const { data } = await detail()
    expect(data.content_list.map(({ task_status }) => task_status)).toEqual([0, 0])
    expect(one).toMatchObject({ is_trans: false, is_summary: false })
    clock.advance(60_000)
    expect((await run()).status).toBe(0)
    const done = await run()
    expect(done.status).toBe(1)
    expect(done.data_result.map(({ content }) => content)).toEqual(['시작합시다.', '네.'])
    expect(JSON.parse(done.data_result_summ)).toMatchObject({ ai_content: expect.stringContaining('# 회의') })
    expect(one).toMatchObject({ is_trans: true, is_summary: true, version_ms: clock.now() })
    expect(one.tranConfig).toMatchObject({ language: 'ko', type: 'AUTO-SELECT', type_type: 'system' })
    expect((await detail()).data.content_list.map(({ task_status }) => task_status)).toEqual([1, 1, 1])
    expect(plaud.state.secondsLeft).toBe(15_340)
  })

  it('ends as well when only the detail or the task status is polled', async () => {
    for (const path of ['/file/detail/', '/ai/file-task-status?x=']) {
      const { run, plaud, one } = setUp(untouched())
      await run()
      for (let look = 0; look < 3; look += 1) await ask(plaud, `${path}${one.id}`)
      expect(one.is_summary).toBe(true)
    }
  })

  it('never ends when configured so', async () => {
    const { run } = setUp(untouched(), { pollsToFinish: Number.POSITIVE_INFINITY })
    for (let look = 0; look < 20; look += 1) expect((await run()).status).toBe(0)
  })

  it('reads a finished result with {} or the same start again, and starts again with is_reload', async () => {
    const { run, one, plaud } = setUp(readyRecording())
    expect((await run({})).status).toBe(1)
    expect((await run()).status).toBe(1)
    expect(plaud.state.tasks.size).toBe(0)
    expect((await run({ ...START, is_reload: 1 })).status).toBe(0)
    expect(plaud.state.tasks.has(one.id)).toBe(true)
  })

  it('returns the raw transcript, without renamed speakers', async () => {
    const { run } = setUp(readyRecording())
    expect((await run({})).data_result[0]?.speaker).toBe('Speaker 1')
  })

  it.each([
    ['an empty body', {}],
    ['no summ_type', { ...START, summ_type: undefined }],
    ['info as an object', { ...START, info: { language: 'auto' } }],
    ['no info', { ...START, info: undefined }],
    ['info that is not JSON', { ...START, info: 'auto' }],
  ])('cannot start with %s: -12', async (_, body) => {
    const { run, plaud } = setUp(untouched())
    expect((await run(body)).status).toBe(-12)
    expect(plaud.state.tasks.size).toBe(0)
  })

  it('returns -111 for a recording that is too short', async () => {
    expect((await setUp(recording({ duration: 3_000 })).run()).status).toBe(-111)
  })

  it('can fail, and be started again', async () => {
    const { run, one, plaud } = setUp(untouched(), { pollsToFinish: 1, taskOutcome: 'failed' })
    await run()
    expect(await run()).toMatchObject({ status: -1, err_code: '5001' })
    expect(one.transcript?.task_status).toBe(2)
    plaud.switches.taskOutcome = 'complete'
    expect((await run()).status).toBe(0)
    expect((await run()).status).toBe(1)
  })

  it('responds for an unknown recording', async () => {
    const { plaud } = setUp(untouched())
    expect(await askJson(plaud, '/ai/transsumm/unknown', { body: START })).toMatchObject({ status: -1 })
  })
})

describe('task status (facts 9.2)', () => {
  it('returns the tasks of all files, whatever is requested', async () => {
    const { plaud, run, one } = setUp(untouched())
    await run()
    const { data } = await askJson<{ data: { file_status_list: { task_type: string }[] } }>(
      plaud,
      '/ai/file-task-status?file_ids=other',
    )
    expect(data.file_status_list).toMatchObject([
      {
        file_id: one.id,
        task_type: 'transcript',
        task_status: 0,
        task_id: expect.stringMatching(/^20261121090000-v3@/),
      },
      { file_id: one.id, task_type: 'summary', task_status: 0 },
    ])
    await ask(plaud, '/ai/status')
    await ask(plaud, '/ai/status')
    const after = await askJson(plaud, '/ai/file-task-status')
    expect(after).toMatchObject({ data: { file_status_list: [{ task_status: 1 }, { task_status: 1 }] } })
  })

  it('lists running work under /ai/status', async () => {
    const { plaud, run, one } = setUp(untouched())
    await run()
    const files = { files_trans: [one.id], files_summ: [one.id] }
    const expected = { data_processing: [one.id], data_transsumm: files, data_processing_chatllm: [] }
    expect(await askJson(plaud, '/ai/status')).toMatchObject(expected)
  })

  it('counts the seconds of running jobs and the seconds left', async () => {
    const { plaud, run } = setUp(untouched())
    expect(await askJson(plaud, '/ai/trans-status')).toMatchObject({ total_seconds: 0, remain_total: 15_400 })
    await run()
    expect(await askJson(plaud, '/ai/trans-status')).toMatchObject({ total_seconds: 60, remain_total: 15_400 })
  })
})
