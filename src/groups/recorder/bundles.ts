import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import type { AppEnv } from '../../gateway/state.ts'
import type { Format } from '../../renderings/formats.ts'
import { BudgetSpent, CallQueue } from '../../upstream/context.ts'
import { type Connection, connect } from './connection.ts'
import { ATTACHMENTS, type Attachment, type LinkedMarkdown, Unavailable } from './content.ts'
import { type Detail, type RecordingMetadata, recordingMetadata } from './detail.ts'
import { fetchShare, type ShareStates } from './files.ts'
import { BUNDLE, bundleQuery, file, read } from './group.ts'
import { fetchAudioUrl, fetchDetail } from './library.ts'
import { fetchSummary, fetchTranscript, renderTranscript, type Utterance } from './transcripts.ts'

const bundle = () => ({ ...file(), query: z.strictObject(bundleQuery()) })

export interface BundleOptions {
  include: readonly Attachment[]
  transcript_format: Format
  /** Throw the error of the first attachment that fails, instead of reporting it in the bundle. */
  strict: boolean
}

interface Attachments {
  transcript: { file_id: string; content: Utterance[]; text: string; format: Format }
  summary: { file_id: string } & LinkedMarkdown
  share: ShareStates
  audio_url: string
}

/** A recording with its attachments. The bundle reports what failed and what is not ready yet. */
export interface Bundle extends Partial<Attachments> {
  file: RecordingMetadata
  errors: { attachment: Attachment | 'file'; status: number; error: string }[]
  not_ready: Attachment[]
}

/** Upstream calls of each attachment, if no link expired and no transcript got lost. */
const COST: Record<Attachment, number> = { transcript: 1, summary: 1, share: 2, audio_url: 1 }

/** Upstream calls of one bundle: the detail, and the calls of each attachment. */
export const bundleCost = (include: readonly Attachment[]) => include.reduce((sum, one) => sum + COST[one], 1)

/** Connections that the platform opens at the same time for one request. Further calls wait. */
const CONNECTIONS = 6

export const connectionQueue = ({ upstream }: Connection) => new CallQueue(upstream.platform, CONNECTIONS)

/** The state that a bundle shares with the other bundles of its request. */
export interface Sharing {
  /** Whether the bundle reports this error of an attachment. It throws the others. */
  readonly isReported: (failure: GatewayError) => boolean
  /** The connections, shared by all bundles of the request. */
  readonly queue: CallQueue
  /** Called with a number of calls that completed or will not be made. In the end the sum is `bundleCost`. */
  readonly settled: (calls: number) => void
}

/** For a single bundle. */
const alone = (connection: Connection): Sharing => ({
  isReported: () => true,
  queue: connectionQueue(connection),
  settled: () => {},
})

/**
 * Throws the recording's own error, because there is no bundle without the detail. The detail, then the transcript and
 * the summary take longest, so they start first. Attachments that need no detail use free connections.
 */
export async function fetchBundle(
  connection: Connection,
  fileId: string,
  options: BundleOptions,
  sharing: Sharing = alone(connection),
): Promise<Bundle> {
  const { isReported, queue, settled } = sharing
  const detail = queue.atOnce(() => fetchDetail(connection, fileId)).finally(() => settled(1))
  // Awaited below, possibly long after it failed, because an attachment that needs no detail may take longer.
  detail.catch(() => {})
  const wanted = ATTACHMENTS.filter((attachment) => options.include.includes(attachment))
  const source = { connection, fileId, detail, sharing, format: options.transcript_format }
  const results = await Promise.allSettled(wanted.map((one) => FETCH[one](source)))

  const bundle: Bundle = { file: recordingMetadata(await detail), errors: [], not_ready: [] }
  for (const [index, result] of results.entries()) {
    const attachment = wanted[index]
    if (result.status === 'fulfilled') Object.assign(bundle, result.value)
    else if (options.strict || !isReportable(result.reason) || !isReported(result.reason)) throw result.reason
    else if (attachment && isNotReady(result.reason)) bundle.not_ready.push(attachment)
    else if (attachment) bundle.errors.push({ attachment, status: result.reason.status, error: result.reason.message })
  }
  return bundle
}

/** An exhausted budget ends the page of the bundle, and a bug of the gateway is never an attachment's failure. */
const isReportable = (reason: unknown): reason is GatewayError =>
  reason instanceof GatewayError && !(reason instanceof BudgetSpent)

/** Failed content is an error, not "not ready": a caller would wait forever. */
const isNotReady = (failure: GatewayError) => failure instanceof Unavailable && failure.availability !== 'failed'

/** The source of the attachments of one recording. */
interface Source {
  connection: Connection
  fileId: string
  detail: Promise<Detail>
  sharing: Sharing
  format: Format
}

const FETCH: Record<Attachment, (source: Source) => Promise<Partial<Attachments>>> = {
  transcript: async (source) => {
    const content = await fetchContent(source, 'transcript', fetchTranscript)
    return { transcript: { file_id: source.fileId, content, ...renderTranscript(content, source.format) } }
  },
  summary: async (source) => ({
    summary: { file_id: source.fileId, ...(await fetchContent(source, 'summary', fetchSummary)) },
  }),
  share: async (source) => ({ share: await fetchShare(queuedConnection(source), source.fileId) }),
  audio_url: async (source) => ({ audio_url: await fetchAudioUrl(queuedConnection(source), source.fileId) }),
}

/**
 * Content that is in the detail, or is not ready, costs no call. Its calls are settled as soon as the detail is there.
 */
async function fetchContent<Content>(
  { connection, detail, sharing: { queue, settled } }: Source,
  attachment: Attachment,
  read: (connection: Connection, detail: Detail) => Promise<Content>,
): Promise<Content> {
  try {
    const known = await detail
    return await queue.atOnce(() => read(connection, known))
  } finally {
    settled(COST[attachment])
  }
}

/** The connection, with each call waiting in the queue. */
const queuedConnection = ({ connection, sharing: { queue, settled } }: Source): Connection => ({
  ...connection,
  call: (call) => queue.withSlot(() => connection.call(call)).finally(() => settled(1)),
})

export const bundleRoutes = new Hono<AppEnv>().get(
  '/recorder/files/:id/fetch',
  read('recorder_fetch_file', {
    summary: 'Get a recording with its transcript, summary, share state or audio link',
    description:
      'One call instead of several. What is not ready is named in `not_ready` and what failed in `errors`, with 200, unless `strict` asks for a failure.',
    ko: '녹음과 그 전사, 요약, 공유 상태, 오디오 링크',
    title: 'Get a recording with its texts',
    wanted: 5,
    search:
      'everything about one recording, transcript and summary together, the whole package of a recording, words summary and sound at once, all of the recording in one go, transcript plus audio, 녹음 전부 한 번에, 전사와 요약 같이, 녹음 내용이랑 요약 다, 원문이랑 요약 둘 다, 한꺼번에 다 줘, 녹음 통째로',
    tool: {
      hidden: ['strict', 'transcript_format'],
      shown: BUNDLE,
    },
    input: bundle,
    handle: (c) => fetchBundle(connect(c), c.req.valid('param').id, c.req.valid('query')),
  }),
)
