import type { Context } from 'hono'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import { reply, verbatim } from '../../gateway/reply.ts'
import { routeList } from '../../gateway/router.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { currentUser, devices } from './account.ts'
import * as answers from './answers.ts'
import { fetchAudioUrl, fetchShare } from './attachments.ts'
import { fetchBundle } from './bundle.ts'
import { listCandidates } from './candidates.ts'
import { connect } from './connection.ts'
import { callForRecording, fetchDetail } from './detail.ts'
import { doctor } from './doctor.ts'
import { listRunningMerges } from './inferred.ts'
import { fetchConfig, fetchFeatureAccess, fetchMembership } from './loose-envelopes.ts'
import { organizing } from './routes.organizing.ts'
import { aiTasks } from './routes.tasks.ts'
import * as inputs from './schemas.ts'
import { search } from './search.ts'
import { fetchSummary } from './summary.ts'
import { sync } from './sync.ts'
import { fetchTab, noteTabs } from './tabs.ts'
import { fetchTaggedMetadata, listTaggedRecordings } from './tagged-listing.ts'
import { fetchTranscript, renderTranscript } from './transcript.ts'

const { read, write } = operations({ group: 'recorder', gate: pro })

/** The routes of contract 4.1 in its order, then the two routers of what decisions.md section 3 adds. */
/** Whose search history it is: a key that was rolled keeps its own. */
const getKey = (c: Context<AppEnv>): string => c.get('state').caller?.lineage ?? ''

export const recorder = routeList()
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
      (c) => listTaggedRecordings(connect(c), c.req.valid('query')),
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
        return listCandidates(connect(c), limit, since)
      },
    ),
  )
  .get(
    '/recorder/files/:id',
    read(
      { id: 'recorder_get_file', summary: 'Metadata of one recording', input: inputs.recording, output: answers.file },
      async (c) => ({
        status: 0,
        data: await fetchTaggedMetadata(connect(c), c.req.valid('param').id, c.req.valid('query').tag_names),
      }),
    ),
  )
  .patch(
    '/recorder/files/:id',
    write(
      { id: 'recorder_rename_file', summary: 'Rename a recording', idempotent: true, input: inputs.rename },
      async (c) => {
        const path = `/file/${c.req.valid('param').id}`
        await callForRecording(connect(c), { method: 'PATCH', path, body: c.req.valid('json') })
      },
    ),
  )
  .get(
    '/recorder/files/:id/fetch',
    read(
      {
        id: 'recorder_fetch_file',
        summary: 'Get a recording with its transcript, summary, share state or audio link',
        input: inputs.bundle,
        output: answers.bundle,
      },
      (c) => fetchBundle(connect(c), c.req.valid('param').id, c.req.valid('query')),
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
        const content = await fetchTranscript(connection, await fetchDetail(connection, id))
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
        return { file_id: id, ...(await fetchSummary(connection, await fetchDetail(connection, id))) }
      },
    ),
  )
  .get(
    '/recorder/files/:id/tabs',
    read(
      { id: 'recorder_list_tabs', summary: 'The note tabs of a recording', input: inputs.tabs, output: answers.tabs },
      async (c) => {
        const { id } = c.req.valid('param')
        return { file_id: id, tabs: noteTabs(await fetchDetail(connect(c), id), c.req.valid('query').include_source) }
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
      (c) => fetchTab(connect(c), c.req.valid('param').id, c.req.valid('query')),
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
        return { file_id: id, audio_url: await fetchAudioUrl(connect(c), id) }
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
      (c) => fetchShare(connect(c), c.req.valid('param').id),
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
        const key = getKey(c)
        c.executionCtx.waitUntil(connection.object().then((object) => object.recordSearch(key, query.query)))
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
      async (c) => ({
        history: await (await connect(c).object()).searchHistory(getKey(c), c.req.valid('query').limit),
      }),
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
      fetchMembership(connect(c)),
    ),
  )
  .get(
    '/recorder/config',
    read(
      { id: 'recorder_get_config', summary: 'Client configuration and feature toggles', output: answers.envelope },
      (c) => fetchConfig(connect(c)),
    ),
  )
  .get(
    '/recorder/combine/running-tasks',
    read(
      { id: 'recorder_list_running_merges', summary: 'Merges of recordings that are running', output: answers.merges },
      async (c) => ({ tasks: await listRunningMerges(connect(c)) }),
    ),
  )
  .get(
    '/recorder/user/feature-access',
    read(
      { id: 'recorder_get_feature_access', summary: 'Features that the account may use', output: answers.envelope },
      (c) => fetchFeatureAccess(connect(c)),
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
