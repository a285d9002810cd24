import { type Context, Hono } from 'hono'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import { reply, verbatim } from '../../gateway/reply.ts'
import type { Gateway } from '../../gateway/state.ts'
import { currentUser, devices, doctor } from './account.ts'
import * as answers from './answers.ts'
import { audioUrlOf, shareOf } from './attachments.ts'
import { bundleOf } from './bundle.ts'
import { webhookCandidates } from './candidates.ts'
import { connect } from './connection.ts'
import { callAbout, detailOf } from './content.ts'
import { runningMerges } from './inferred.ts'
import { listRecordings } from './listing.ts'
import { passOn } from './pass-on.ts'
import { recordingOf } from './recording.ts'
import { renderTranscript } from './rendering.ts'
import { organizing } from './routes.organizing.ts'
import { aiTasks } from './routes.tasks.ts'
import * as inputs from './schemas.ts'
import { search } from './search.ts'
import { summaryOf } from './summary.ts'
import { sync } from './sync.ts'
import { tabContent, tabsOf } from './tabs.ts'
import { transcriptOf } from './transcript.ts'

const { read, write } = operations({ group: 'recorder', gate: pro })

const passed = async (c: Context<Gateway>, path: string) => passOn(await connect(c).call({ path }))

/** Contract 4.1, in its order; what decisions.md section 3 adds stands in the two routers at the end. */
export const recorder = new Hono<Gateway>()
  .get(
    '/recorder/user/me',
    read({ id: 'recorder_get_user', summary: 'The connected recorder account', output: answers.currentUser }, (c) =>
      currentUser(connect(c)),
    ),
  )
  .get(
    '/recorder/files',
    read(
      { id: 'recorder_list_files', summary: 'List recordings', input: inputs.listing, output: answers.fileList },
      (c) => listRecordings(connect(c), c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/webhook-candidates',
    read(
      {
        id: 'recorder_list_webhook_candidates',
        summary: 'Recordings that are ready, most recently edited first: the polling source for automations',
        input: inputs.candidates,
        output: answers.candidates,
      },
      (c) => {
        const { limit, since } = c.req.valid('query')
        return webhookCandidates(connect(c), limit, since)
      },
    ),
  )
  .get(
    '/recorder/files/:id',
    read(
      { id: 'recorder_get_file', summary: 'Metadata of one recording', input: inputs.file, output: answers.file },
      async (c) => ({ status: 0, data: recordingOf(await detailOf(connect(c), c.req.valid('param').id)) }),
    ),
  )
  .patch(
    '/recorder/files/:id',
    write(
      { id: 'recorder_rename_file', summary: 'Rename a recording', idempotent: true, input: inputs.rename },
      async (c) => {
        const path = `/file/${c.req.valid('param').id}`
        await callAbout(connect(c), { method: 'PATCH', path, body: c.req.valid('json') })
      },
    ),
  )
  .get(
    '/recorder/files/:id/fetch',
    read(
      {
        id: 'recorder_fetch_file',
        summary: 'A recording with its transcript, summary, share state or audio link',
        input: inputs.bundle,
        output: answers.bundle,
      },
      (c) => bundleOf(connect(c), c.req.valid('param').id, c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/:id/transcript',
    read(
      {
        id: 'recorder_get_transcript',
        summary: 'The transcript of a recording',
        input: inputs.transcript,
        output: answers.transcript,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        const { format } = c.req.valid('query')
        const connection = connect(c)
        const content = await transcriptOf(connection, await detailOf(connection, id))
        return { file_id: id, content, ...(format && renderTranscript(content, format)) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/summary',
    read(
      {
        id: 'recorder_get_summary',
        summary: 'The AI summary of a recording, in Markdown',
        input: inputs.file,
        output: answers.summary,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        const connection = connect(c)
        return { file_id: id, ...(await summaryOf(connection, await detailOf(connection, id))) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/tabs',
    read(
      { id: 'recorder_list_tabs', summary: 'The note tabs of a recording', input: inputs.tabs, output: answers.tabs },
      async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, tabs: tabsOf(await detailOf(connect(c), id), c.req.valid('query').include_source) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/tabs/content',
    read(
      {
        id: 'recorder_get_tab',
        summary: 'The content of one note tab',
        input: inputs.tabContent,
        output: answers.tabContent,
      },
      (c) => tabContent(connect(c), c.req.valid('param').id, c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/:id/audio-url',
    read(
      {
        id: 'recorder_get_audio_url',
        summary: 'A signed link to the original audio',
        input: inputs.file,
        output: answers.audioUrl,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, audio_url: await audioUrlOf(connect(c), id) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/share',
    read(
      {
        id: 'recorder_get_share',
        summary: 'Private and public share state of a recording',
        input: inputs.file,
        output: answers.share,
      },
      (c) => shareOf(connect(c), c.req.valid('param').id),
    ),
  )
  .get(
    '/recorder/devices',
    read({ id: 'recorder_list_devices', summary: 'Recorders bound to the account', output: answers.deviceList }, (c) =>
      devices(connect(c)),
    ),
  )
  .get(
    '/recorder/search',
    read(
      { id: 'recorder_search', summary: 'Search recordings', input: inputs.search, output: answers.searchResult },
      async (c) => {
        const query = c.req.valid('query')
        const connection = connect(c)
        const result = await search(connection, query)
        c.executionCtx.waitUntil(connection.object().then((object) => object.recordSearch(query.query)))
        return result
      },
    ),
  )
  .get(
    '/recorder/search/history',
    read(
      {
        id: 'recorder_list_searches',
        summary: 'Recent searches with their counts',
        input: inputs.searchHistory,
        output: answers.searchHistory,
      },
      async (c) => ({ history: await (await connect(c).object()).searchHistory(c.req.valid('query').limit) }),
    ),
  )
  .get(
    '/recorder/doctor',
    read(
      { id: 'recorder_doctor', summary: 'Check the connection to the recorder account', output: answers.doctorReport },
      async (c) => {
        const { report, status, reason } = await doctor(connect(c))
        return reply(report, status, {}, reason)
      },
    ),
  )
  .get(
    '/recorder/membership/status',
    read({ id: 'recorder_get_membership', summary: 'Membership of the account', output: answers.envelope }, (c) =>
      passed(c, '/membership/free-trial/status'),
    ),
  )
  .get(
    '/recorder/config',
    read(
      { id: 'recorder_get_config', summary: 'Client configuration and feature toggles', output: answers.envelope },
      (c) => passed(c, '/config/init?platform=web&version=1.1.1'),
    ),
  )
  .get(
    '/recorder/combine/running-tasks',
    read(
      { id: 'recorder_list_running_merges', summary: 'Merges of recordings that are running', output: answers.merges },
      async (c) => ({ tasks: await runningMerges(connect(c)) }),
    ),
  )
  .get(
    '/recorder/user/feature-access',
    read(
      { id: 'recorder_get_feature_access', summary: 'Features that the account may use', output: answers.envelope },
      (c) => passed(c, '/user/feature-access'),
    ),
  )
  .get(
    '/recorder/sync',
    read(
      {
        id: 'recorder_sync',
        summary: 'A page of recordings, each with its attachments',
        input: inputs.sync,
        output: answers.sync,
      },
      async (c) => verbatim<answers.SyncAnswer>(await sync(connect(c), c.req.valid('query'))),
    ),
  )
  .route('/', organizing)
  .route('/', aiTasks)
