import type { GatewayError } from '../../base/errors.ts'
import { at, parsed } from '../../base/loose-json.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import { failureOf, isHtml, publicMessage } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { captionPath, needsToken } from './caption-link.ts'
import { type PlayerClient, playerCall } from './clients.ts'
import type { Connection } from './connection.ts'
import { isBlockPage, playerOutcome } from './playability.ts'
import { type Outcome, type Refusal, refusal } from './refusals.ts'

/** The failure of an answer that is not 200, with the product's own message where it has one. */
const failure = (outgoing: Outgoing, answer: UpstreamAnswer): GatewayError =>
  failureOf(outgoing, 'video', answer, at(parsed(answer.text), 'error', 'message'))

/** The product may send such a page with 429 too, which has a meaning of its own. */
const isBlocked = (answer: UpstreamAnswer) => answer.status !== 429 && isHtml(answer) && isBlockPage(answer.text)

/** What the player tells one client of a video, and what that means for reading captions (video facts, section 1). */
export async function fetchPlayer(
  { call, outgoing }: Connection,
  client: PlayerClient,
  videoId: string,
): Promise<{ player: unknown; outcome: Outcome }> {
  const answer = await call(playerCall(client, videoId))
  // The player takes no credential and tells of a video in a 200, so 403 is about the deployment (decisions.md section 8).
  if (isBlocked(answer) || answer.status === 403) return { player: undefined, outcome: refusal('blocked') }
  // The caller's input is checked, so 400 is about the client.
  if (answer.status !== 200 && answer.status !== 400) throw failure(outgoing, answer)
  const player = parsed(answer.text)
  return { player, outcome: playerOutcome(player, videoId, (words) => publicMessage(outgoing, words)) }
}

/**
 * The json3 file of a caption track, or why this client gets none (video facts, section 2). Only path and query of the
 * link are used, so no address that came from upstream is ever called.
 */
export async function fetchCaptions(
  { call, outgoing }: Connection,
  link: string,
): Promise<{ file: unknown } | Refusal> {
  const path = captionPath(link)
  if (needsToken(link)) return refusal('withheld')
  const answer = await call({ path })
  if (isBlocked(answer)) return refusal('blocked')
  // A link that the product no longer knows as its own is refused with 404.
  if (answer.status === 404 || (answer.status === 200 && answer.text.trim() === '')) return refusal('withheld')
  if (answer.status !== 200) throw failure(outgoing, answer)
  return { file: parsed(answer.text) }
}
