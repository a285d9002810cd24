import { GatewayError } from '../../base/errors.ts'
import type { Format } from '../../renderings/formats.ts'
import { BudgetSpent } from '../../upstream/outgoing.ts'
import { ATTACHMENTS, type Attachment, audioUrlOf, type ShareStates, shareOf } from './attachments.ts'
import type { Connection } from './connection.ts'
import { type Detail, detailOf } from './content.ts'
import type { LinkedMarkdown } from './images.ts'
import { type Recording, recordingOf } from './recording.ts'
import { renderTranscript } from './rendering.ts'
import { summaryOf } from './summary.ts'
import { transcriptOf, type Utterance } from './transcript.ts'

export interface BundleOptions {
  include: readonly Attachment[]
  transcript_format: Format
  /** Fail on the first attachment that cannot be had, instead of telling of it in the bundle. */
  strict: boolean
}

interface Attached {
  transcript: { file_id: string; content: Utterance[]; text: string; format: Format }
  summary: { file_id: string } & LinkedMarkdown
  share: ShareStates
  audio_url: string
}

/** A recording with its attachments (contract 2.8). What is not ready, or failed, is told apart in the bundle. */
export interface Bundle extends Partial<Attached> {
  file: Recording
  errors: { attachment: Attachment | 'file'; status: number; error: string }[]
  not_ready: Attachment[]
}

/** Outgoing calls that each attachment takes at most, when no link has to be asked for again. */
const COST: Record<Attachment, number> = { transcript: 1, summary: 1, share: 2, audio_url: 1 }

/** What one bundle may cost in outgoing calls: the detail, and each attachment. */
export const bundleCost = (include: readonly Attachment[]) => include.reduce((sum, one) => sum + COST[one], 1)

/** @param isToldHere which failures of an attachment are told in the bundle, instead of ending it */
export async function bundleOf(
  connection: Connection,
  fileId: string,
  options: BundleOptions,
  isToldHere: (failure: GatewayError) => boolean = () => true,
): Promise<Bundle> {
  const detail = detailOf(connection, fileId)
  // It is awaited below; an attachment that needs no detail may take longer than its failure.
  detail.catch(() => {})
  const wanted = ATTACHMENTS.filter((attachment) => options.include.includes(attachment))
  const results = await Promise.allSettled(wanted.map((one) => FETCH[one](connection, fileId, detail, options)))

  // Without the recording itself there is no bundle, whatever else could be had.
  const bundle: Bundle = { file: recordingOf(await detail), errors: [], not_ready: [] }
  for (const [index, result] of results.entries()) {
    const attachment = wanted[index]
    if (result.status === 'fulfilled') Object.assign(bundle, result.value)
    else if (options.strict || !isTold(result.reason) || !isToldHere(result.reason)) throw result.reason
    else if (attachment && result.reason.status === 409) bundle.not_ready.push(attachment)
    else if (attachment) bundle.errors.push({ attachment, status: result.reason.status, error: result.reason.message })
  }
  return bundle
}

/** A failure that a bundle tells of; one that is not its own ends it. */
const isTold = (reason: unknown): reason is GatewayError =>
  reason instanceof GatewayError && !(reason instanceof BudgetSpent)

type Fetch = (
  connection: Connection,
  id: string,
  detail: Promise<Detail>,
  options: BundleOptions,
) => Promise<Partial<Attached>>

const FETCH: Record<Attachment, Fetch> = {
  transcript: async (connection, file_id, detail, { transcript_format }) => {
    const content = await transcriptOf(connection, await detail)
    return { transcript: { file_id, content, ...renderTranscript(content, transcript_format) } }
  },
  summary: async (connection, file_id, detail) => ({
    summary: { file_id, ...(await summaryOf(connection, await detail)) },
  }),
  share: async (connection, fileId) => ({ share: await shareOf(connection, fileId) }),
  audio_url: async (connection, fileId) => ({ audio_url: await audioUrlOf(connection, fileId) }),
}
