import { Hono } from 'hono'
import { reply } from '../../gateway/http/reply.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { connect } from './connection.ts'
import { looseEnvelope } from './lenient-envelopes.ts'
import * as inputs from './schemas.ts'
import { fetchQuota, listTasks, startTranssumm, transsummAndWait, whyNotStarted } from './tasks.ts'
import { listSummaryModels } from './undocumented-api.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'recorder',
  gate: pro,
  synonyms: inputs.SYNONYMS,
})

/** Transcription and summary tasks. */
export const aiTasks = new Hono<AppEnv>()
  .post(
    '/recorder/files/:id/transsumm',
    write(
      'recorder_transcribe_file',
      {
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
        input: inputs.taskStatus,
      },
      async (c) => ({ tasks: await listTasks(connect(c), c.req.valid('query').file_ids) }),
    ),
  )
  .get(
    '/recorder/ai/trans-status',
    read('recorder_get_quota', {}, (c) => fetchQuota(connect(c))),
  )
  .get(
    '/recorder/summary/models',
    read('recorder_list_summary_models', {}, async (c) => ({
      models: await listSummaryModels(connect(c)),
    })),
  )
