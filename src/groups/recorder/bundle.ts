import { GatewayError } from '../../base/errors.ts'
import type { Format } from '../../renderings/formats.ts'
import { CallQueue } from '../../upstream/http/call-queue.ts'
import { BudgetSpent } from '../../upstream/http/upstream-context.ts'
import { ATTACHMENTS, type Attachment, fetchAudioUrl, fetchShare, type ShareStates } from './attachments.ts'
import type { Connection } from './connection.ts'
import { Unavailable } from './content.ts'
import { type Detail, fetchDetail, type RecordingMetadata, recordingMetadata } from './detail.ts'
import type { LinkedMarkdown } from './images.ts'
import { fetchSummary } from './summary.ts'
import { fetchTranscript, renderTranscript, type Utterance } from './transcript.ts'

export interface BundleOptions {
  include: readonly Attachment[]
  transcript_format: Format
  /** Throw the failure of the first attachment that fails, instead of reporting it in the bundle. */
  strict: boolean
}

interface Attachments {
  transcript: { file_id: string; content: Utterance[]; text: string; format: Format }
  summary: { file_id: string } & LinkedMarkdown
  share: ShareStates
  audio_url: string
}

/** A recording with its attachments (contract 2.8). The bundle itself says what failed and what is not ready yet. */
export interface Bundle extends Partial<Attachments> {
  file: RecordingMetadata
  errors: { attachment: Attachment | 'file'; status: number; error: string }[]
  not_ready: Attachment[]
}

/** Outgoing calls of each attachment, where no expired link and no lost transcript takes more. */
const COST: Record<Attachment, number> = { transcript: 1, summary: 1, share: 2, audio_url: 1 }

/** Outgoing calls of one bundle: the detail, and those of each attachment. */
export const bundleCost = (include: readonly Attachment[]) => include.reduce((sum, one) => sum + COST[one], 1)

/** Connections that the platform opens for one request at once; further calls wait for one of them. */
const CONNECTIONS = 6

export const connectionQueue = ({ upstream }: Connection) => new CallQueue(upstream.platform, CONNECTIONS)

/** How a bundle goes along with others of its request. */
export interface Sharing {
  /** Which failures of an attachment the bundle reports; it throws the others. */
  readonly isReported: (failure: GatewayError) => boolean
  /** The connections, shared by all bundles of the request. */
  readonly queue: CallQueue
  /** Told of so many calls that they were answered, or will not be made. In the end it was told of `bundleCost`. */
  readonly settled: (calls: number) => void
}

/** Of a bundle that is alone. */
const alone = (connection: Connection): Sharing => ({
  isReported: () => true,
  queue: connectionQueue(connection),
  settled: () => {},
})

/**
 * Throws the recording's own failure: without its detail there is no bundle. The detail and then the transcript and the
 * summary are what takes longest, so they wait for nothing; what needs no detail is fetched where connections are free.
 */
export async function fetchBundle(
  connection: Connection,
  fileId: string,
  options: BundleOptions,
  sharing: Sharing = alone(connection),
): Promise<Bundle> {
  const { isReported, queue, settled } = sharing
  const detail = queue.atOnce(() => fetchDetail(connection, fileId)).finally(() => settled(1))
  // Awaited below, possibly long after it failed: an attachment that needs no detail may take longer.
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

/** A spent budget ends the page that the bundle belongs to, and a bug of the gateway is never an attachment's failure. */
const isReportable = (reason: unknown): reason is GatewayError =>
  reason instanceof GatewayError && !(reason instanceof BudgetSpent)

/** Content that failed is an error: whoever waits for it would wait for ever. */
const isNotReady = (failure: GatewayError) => failure instanceof Unavailable && failure.availability !== 'failed'

/** Where the attachments of one recording come from. */
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
  share: async (source) => ({ share: await fetchShare(inTurn(source), source.fileId) }),
  audio_url: async (source) => ({ audio_url: await fetchAudioUrl(inTurn(source), source.fileId) }),
}

/** What stands in the detail, or is not ready, takes no call: it is settled as soon as the detail is there. */
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

/** The connection, each call of which waits for its turn. */
const inTurn = ({ connection, sharing: { queue, settled } }: Source): Connection => ({
  ...connection,
  call: (call) => queue.inTurn(() => connection.call(call)).finally(() => settled(1)),
})
