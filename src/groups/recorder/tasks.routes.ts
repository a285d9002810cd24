import { Hono } from 'hono'
import { reply } from '../../gateway/http/respond.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { BUNDLE } from './docs.ts'
import { read, write } from './group.ts'
import { looseEnvelope } from './lenient-envelopes.ts'
import * as inputs from './schemas.ts'
import { fetchQuota, listTasks, startTranssumm, transsummAndWait, whyNotStarted } from './tasks.ts'
import { listSummaryModels } from './undocumented-api.ts'

/** Transcription and summary tasks. */
export const aiTasks = new Hono<AppEnv>()
  .post(
    '/recorder/files/:id/transsumm',
    write(
      'recorder_transcribe_file',
      {
        summary: 'Start transcription and summary',
        description:
          'Uses seconds of the plan. It returns at once: recorder_list_tasks reports when it is done, or use recorder_transcribe_file_and_wait. 200 with `hint`: nothing was started; a complete recording needs `is_reload`.',
        ko: '전사와 요약 시작',
        title: 'Start a transcription',
        tool: {
          hidden: ['timezone', 'llm', 'summ_type_type', 'check_quota', 'diarization'],
        },
        input: inputs.transsumm,
        status: 202,
        existingStatus: 200,
      },
      async (c) => {
        const options = c.req.valid('json')
        const answer = await startTranssumm(connect(c), c.req.valid('param').id, options)
        const unstarted = whyNotStarted(answer.body.status, options)
        return unstarted === undefined ? looseEnvelope(answer) : reply({ ...answer.body, hint: unstarted }, 200)
      },
    ),
  )
  .post(
    '/recorder/files/:id/transsumm/wait',
    write(
      'recorder_transcribe_file_and_wait',
      {
        summary: 'Transcribe and summarize, and wait for the result',
        description:
          'Uses seconds of the plan and waits up to `timeout_sec`. 504: it is still running; read the transcript later and do not start it again.',
        ko: '전사와 요약을 하고 결과 기다리기',
        title: 'Transcribe a recording',
        wanted: 6,
        tool: {
          shown: BUNDLE,
          hidden: ['poll_interval_sec', 'timezone', 'diarization', 'llm', 'summ_type_type', 'is_reload', 'check_quota'],
        },
        toolMaxima: { timeout_sec: 50 },
        input: inputs.transsummWait,
      },
      (c) => transsummAndWait(connect(c), c.req.valid('param').id, c.req.valid('json')),
    ),
  )
  .get(
    '/recorder/ai/status',
    read(
      'recorder_list_tasks',
      {
        summary: 'State of transcription and summary tasks',
        description: '`task_status` is 1 when done and 0 while running; anything else has failed.',
        ko: '전사와 요약 작업의 상태',
        title: 'Get running transcriptions',
        input: inputs.taskStatus,
      },
      async (c) => ({ tasks: await listTasks(connect(c), c.req.valid('query').file_ids) }),
    ),
  )
  .get(
    '/recorder/ai/trans-status',
    read(
      'recorder_get_quota',
      {
        summary: 'Transcription seconds in use and left',
        description: 'Seconds of audio, of the plan of the account.',
        ko: '쓰고 있는 전사 시간과 남은 시간',
        title: 'Get the transcription quota',
      },
      (c) => fetchQuota(connect(c)),
    ),
  )
  .get(
    '/recorder/summary/models',
    read(
      'recorder_list_summary_models',
      {
        summary: 'Models that summaries can be made with',
        description: 'For `llm` of recorder_transcribe_file.',
        ko: '요약에 쓸 수 있는 모델',
        title: 'Get models for summaries',
      },
      async (c) => ({
        models: await listSummaryModels(connect(c)),
      }),
    ),
  )
