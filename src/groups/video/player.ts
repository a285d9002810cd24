import type { GatewayError } from '../../base/errors.ts'
import { at, parsed } from '../../base/lenient-json.ts'
import type { UpstreamAnswer } from '../../upstream/http/client.ts'
import { isHtml, publicMessage, toFailure } from '../../upstream/http/failures.ts'
import type { UpstreamContext } from '../../upstream/http/upstream-context.ts'
import { captionPath, needsToken } from './caption-link.ts'
import { type PlayerClient, playerCall, userAgent } from './clients.ts'
import type { Connection } from './connection.ts'
import { isBlockPage, playerOutcome } from './playability.ts'
import { type Outcome, type Refusal, refusal } from './refusals.ts'
import { rememberVisitor, visitorData } from './visitor.ts'

/** The failure of an answer that is not 200, with the product's own message where it has one. */
const failure = (upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError =>
  toFailure(upstream, 'video', answer, at(parsed(answer.text), 'error', 'message'))

/** The product may send such a page with 429 too, which has a meaning of its own. */
const isBlocked = (answer: UpstreamAnswer) => answer.status !== 429 && isHtml(answer) && isBlockPage(answer.text)

/** What the player tells one client of a video, and what that means for reading captions (video facts, section 1). */
export async function fetchPlayer(
  { call, upstream }: Connection,
  client: PlayerClient,
  videoId: string,
): Promise<{ player: unknown; outcome: Outcome }> {
  const { settings } = upstream
  const answer = await call(playerCall(client, videoId, visitorData(settings)))
  const player = isHtml(answer) ? undefined : parsed(answer.text)
  const outcome = readOutcome(upstream, answer, player, videoId)
  rememberVisitor(settings, player, outcome.kind !== 'ok' && outcome.obstacle === 'blocked')
  return { player, outcome }
}

function readOutcome(upstream: UpstreamContext, answer: UpstreamAnswer, player: unknown, videoId: string): Outcome {
  // The player takes no credential and tells of a video in a 200, so 403 is about the deployment (decisions.md section 8).
  if (isBlocked(answer) || answer.status === 403) return refusal('blocked')
  // The caller's input is checked, so 400 is about the client.
  if (answer.status !== 200 && answer.status !== 400) throw failure(upstream, answer)
  return playerOutcome(player, videoId, (words) => publicMessage(upstream, words))
}

/**
 * The json3 file of a caption track that this client was told of, or why it gets none (video facts, section 2). Only
 * path and query of the link are used, so no address that came from upstream is ever called.
 */
export async function fetchCaptions(
  { call, upstream }: Connection,
  client: PlayerClient,
  link: string,
): Promise<{ file: unknown } | Refusal> {
  const path = captionPath(link)
  if (needsToken(link)) return refusal('withheld')
  const answer = await call({ path, headers: { 'User-Agent': userAgent(client) } })
  if (isBlocked(answer)) return refusal('blocked')
  // A link that the product no longer knows as its own is refused with 404.
  if (answer.status === 404 || (answer.status === 200 && answer.text.trim() === '')) return refusal('withheld')
  if (answer.status !== 200) throw failure(upstream, answer)
  return { file: parsed(answer.text) }
}
