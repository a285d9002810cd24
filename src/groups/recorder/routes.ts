import { type Context, Hono } from 'hono'
import { reply, verbatim } from '../../gateway/http/reply.ts'
import { logUnhandledError } from '../../gateway/http/unhandled-error.ts'
import { pro } from '../../gateway/licence.ts'
import { operations } from '../../gateway/operation.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { selectPart } from '../../renderings/transcript-part.ts'
import { currentUser, devices } from './account.ts'
import type * as answers from './answers.ts'
import { fetchAudioUrl, fetchShare } from './attachments.ts'
import { fetchBundle } from './bundle.ts'
import { listCandidates } from './candidates.ts'
import { connect } from './connection.ts'
import { callForRecording, fetchDetail } from './detail.ts'
import { doctor } from './doctor.ts'
import { fetchConfig, fetchFeatureAccess, fetchMembership } from './lenient-envelopes.ts'
import { organizing } from './organizing.routes.ts'
import * as inputs from './schemas.ts'
import { search } from './search.ts'
import { fetchSummary } from './summary.ts'
import { sync, withinDays } from './sync.ts'
import { fetchTab, noteTabs } from './tabs.ts'
import { fetchTaggedMetadata, listTaggedRecordings } from './tagged-listing.ts'
import { aiTasks } from './tasks.routes.ts'
import { fetchTranscript, renderTranscript, toSpoken } from './transcript.ts'
import { listRunningMerges } from './undocumented-api.ts'

const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'recorder',
  gate: pro,
  synonyms: inputs.SYNONYMS,
})

/** The owner of the search history. A rotated key keeps its history. */
const getKey = (c: Context<AppEnv>): string => c.get('state').caller?.lineage ?? ''

export const recorder = new Hono<AppEnv>()
  .get(
    '/recorder/user/me',
    read('recorder_get_user', {}, (c) => currentUser(connect(c))),
  )
  .get(
    '/recorder/files',
    read('recorder_list_files', { input: inputs.listing }, (c) =>
      listTaggedRecordings(connect(c), c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/webhook-candidates',
    read(
      'recorder_list_webhook_candidates',
      {
        input: inputs.candidates,
      },
      (c) => {
        const { limit, since } = c.req.valid('query')
        return listCandidates(connect(c), limit, since)
      },
    ),
  )
  .get(
    '/recorder/files/:id',
    read('recorder_get_file', { input: inputs.recording }, async (c) => ({
      status: 0,
      data: await fetchTaggedMetadata(connect(c), c.req.valid('param').id, c.req.valid('query').tag_names),
    })),
  )
  .patch(
    '/recorder/files/:id',
    write('recorder_rename_file', { idempotent: true, input: inputs.rename, status: 204 }, async (c) => {
      const path = `/file/${c.req.valid('param').id}`
      await callForRecording(connect(c), { method: 'PATCH', path, body: c.req.valid('json') })
    }),
  )
  .get(
    '/recorder/files/:id/fetch',
    read(
      'recorder_fetch_file',
      {
        input: inputs.bundle,
      },
      (c) => fetchBundle(connect(c), c.req.valid('param').id, c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/:id/transcript',
    read(
      'recorder_get_transcript',
      {
        input: inputs.transcript,
      },
      async (c) => {
        const { id } = c.req.valid('param')
        const { format, ...query } = c.req.valid('query')
        const connection = connect(c)
        const whole = await fetchTranscript(connection, await fetchDetail(connection, id))
        const selected = selectPart(whole, toSpoken, query)
        const content = selected?.content ?? whole
        return {
          file_id: id,
          ...(selected && { part: selected.part }),
          content,
          ...(format && renderTranscript(content, format)),
        }
      },
    ),
  )
  .get(
    '/recorder/files/:id/summary',
    read(
      'recorder_get_summary',
      {
        input: inputs.file,
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
    read('recorder_list_tabs', { input: inputs.tabs }, async (c) => {
      const { id } = c.req.valid('param')
      return { file_id: id, tabs: noteTabs(await fetchDetail(connect(c), id), c.req.valid('query').include_source) }
    }),
  )
  .get(
    '/recorder/files/:id/tabs/content',
    read(
      'recorder_get_tab',
      {
        input: inputs.tabContent,
      },
      (c) => fetchTab(connect(c), c.req.valid('param').id, c.req.valid('query')),
    ),
  )
  .get(
    '/recorder/files/:id/audio-url',
    read(
      'recorder_get_audio_url',
      {
        input: inputs.file,
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
      'recorder_get_share',
      {
        input: inputs.file,
      },
      (c) => fetchShare(connect(c), c.req.valid('param').id),
    ),
  )
  .get(
    '/recorder/devices',
    read('recorder_list_devices', {}, (c) => devices(connect(c))),
  )
  .get(
    '/recorder/search',
    read('recorder_search', { input: inputs.search }, async (c) => {
      const query = c.req.valid('query')
      const connection = connect(c)
      const result = await search(connection, query)
      const object = await connection.object()
      // The caller who has the response finds the query in the history and in an export.
      const recorded = object
        .recordSearch(getKey(c), query.query)
        .catch((error: unknown) => logUnhandledError(c.get('state').id, error))
      c.executionCtx.waitUntil(recorded)
      await connection.upstream.deadline.race(recorded)
      return result
    }),
  )
  .get(
    '/recorder/search/history',
    read(
      'recorder_list_searches',
      {
        input: inputs.searchHistory,
      },
      async (c) => ({
        history: await (await connect(c).object()).searchHistory(getKey(c), c.req.valid('query').limit),
      }),
    ),
  )
  .get(
    '/recorder/doctor',
    read('recorder_doctor', {}, async (c) => {
      const { report, status, reason } = await doctor(connect(c))
      return reply(report, status, {}, reason)
    }),
  )
  .get(
    '/recorder/membership/status',
    read('recorder_get_membership', {}, (c) => fetchMembership(connect(c))),
  )
  .get(
    '/recorder/config',
    read('recorder_get_config', {}, (c) => fetchConfig(connect(c))),
  )
  .get(
    '/recorder/combine/running-tasks',
    read('recorder_list_running_merges', {}, async (c) => ({
      tasks: await listRunningMerges(connect(c)),
    })),
  )
  .get(
    '/recorder/user/feature-access',
    read('recorder_get_feature_access', {}, (c) => fetchFeatureAccess(connect(c))),
  )
  .get(
    '/recorder/sync',
    read(
      'recorder_sync',
      {
        input: inputs.sync,
      },
      async (c) => {
        const { timeZone } = c.get('state').settings
        return verbatim<answers.SyncAnswer>(await sync(connect(c), withinDays(c.req.valid('query'), timeZone)))
      },
    ),
  )
  .route('/', organizing)
  .route('/', aiTasks)
