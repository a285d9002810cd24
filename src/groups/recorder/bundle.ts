import { GatewayError } from '../../base/errors.ts'
import type { Format } from '../../renderings/formats.ts'
import { BudgetSpent } from '../../upstream/outgoing.ts'
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

/**
 * Throws the recording's own failure: without its detail there is no bundle.
 *
 * @param isReported which failures of an attachment the bundle reports; it throws the others
 */
export async function fetchBundle(
  connection: Connection,
  fileId: string,
  options: BundleOptions,
  isReported: (failure: GatewayError) => boolean = () => true,
): Promise<Bundle> {
  const detail = fetchDetail(connection, fileId)
  // Awaited below, possibly long after it failed: an attachment that needs no detail may take longer.
  detail.catch(() => {})
  const wanted = ATTACHMENTS.filter((attachment) => options.include.includes(attachment))
  const results = await Promise.allSettled(wanted.map((one) => FETCH[one](connection, fileId, detail, options)))

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

type Fetch = (
  connection: Connection,
  id: string,
  detail: Promise<Detail>,
  options: BundleOptions,
) => Promise<Partial<Attachments>>

const FETCH: Record<Attachment, Fetch> = {
  transcript: async (connection, file_id, detail, { transcript_format }) => {
    const content = await fetchTranscript(connection, await detail)
    return { transcript: { file_id, content, ...renderTranscript(content, transcript_format) } }
  },
  summary: async (connection, file_id, detail) => ({
    summary: { file_id, ...(await fetchSummary(connection, await detail)) },
  }),
  share: async (connection, fileId) => ({ share: await fetchShare(connection, fileId) }),
  audio_url: async (connection, fileId) => ({ audio_url: await fetchAudioUrl(connection, fileId) }),
}
