import { routeList } from '../../gateway/http/router.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import * as answers from './answers.ts'
import { connect } from './connection.ts'
import { looseEnvelope } from './lenient-envelopes.ts'
import * as inputs from './schemas.ts'
import { fetchQuota, listTasks, startTranssumm, transsummAndWait } from './tasks.ts'
import { listSummaryModels } from './undocumented-api.ts'

const { read, write } = operations({ group: 'recorder', gate: pro, synonyms: inputs.SYNONYMS })

/** Transcription and summary tasks (decisions.md section 3). */
export const aiTasks = routeList()
  .post(
    '/recorder/files/:id/transsumm',
    write(
      {
        id: 'recorder_transcribe_file',
        input: inputs.transsumm,
        output: answers.envelope,
        status: 202,
      },
      async (c) => looseEnvelope(await startTranssumm(connect(c), c.req.valid('param').id, c.req.valid('json'))),
    ),
  )
  .post(
    '/recorder/files/:id/transsumm/wait',
    write(
      {
        id: 'recorder_transcribe_file_and_wait',
        toolMaxima: { timeout_sec: 50 },
        input: inputs.transsummWait,
        output: answers.bundle,
      },
      (c) => transsummAndWait(connect(c), c.req.valid('param').id, c.req.valid('json')),
    ),
  )
  .get(
    '/recorder/ai/status',
    read(
      {
        id: 'recorder_list_tasks',
        input: inputs.taskStatus,
        output: answers.taskList,
      },
      async (c) => ({ tasks: await listTasks(connect(c), c.req.valid('query').file_ids) }),
    ),
  )
  .get(
    '/recorder/ai/trans-status',
    read({ id: 'recorder_get_quota', output: answers.quota }, (c) => fetchQuota(connect(c))),
  )
  .get(
    '/recorder/summary/models',
    read({ id: 'recorder_list_summary_models', output: answers.models }, async (c) => ({
      models: await listSummaryModels(connect(c)),
    })),
  )
