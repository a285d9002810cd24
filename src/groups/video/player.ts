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
import { cacheVisitor, visitorData } from './visitor.ts'

/** The error for a response that is not 200, with the product's own message if there is one. */
const failure = (upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError =>
  toFailure(upstream, 'video', answer, at(parsed(answer.text), 'error', 'message'))

/** Not for 429, which has its own meaning even with such a page. */
const isBlocked = (answer: UpstreamAnswer) => answer.status !== 429 && isHtml(answer) && isBlockPage(answer.text)

/**
 * Asks the player about a video as one client, and determines whether captions can be read (video facts, section 1).
 */
export async function fetchPlayer(
  { call, upstream }: Connection,
  client: PlayerClient,
  videoId: string,
): Promise<{ player: unknown; outcome: Outcome }> {
  const { settings } = upstream
  const answer = await call(playerCall(client, videoId, visitorData(settings)))
  const player = isHtml(answer) ? undefined : parsed(answer.text)
  const outcome = readOutcome(upstream, answer, player, videoId)
  cacheVisitor(settings, player, outcome.kind !== 'ok' && outcome.obstacle === 'blocked')
  return { player, outcome }
}

function readOutcome(upstream: UpstreamContext, answer: UpstreamAnswer, player: unknown, videoId: string): Outcome {
  // The player needs no credential and describes videos in a 200, so 403 is about the deployment (decisions.md section
  // 8).
  if (isBlocked(answer) || answer.status === 403) return refusal('blocked')
  // The caller's input is already validated, so 400 is about the client.
  if (answer.status !== 200 && answer.status !== 400) throw failure(upstream, answer)
  return playerOutcome(player, videoId, (words) => publicMessage(upstream, words))
}

/**
 * The json3 file of a caption track that this client got, or the reason why there is none (video facts, section 2).
 * Only path and query of the link are used, so the gateway never calls a host named by the product.
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
  // The product responds 404 for a link that it no longer recognizes.
  if (answer.status === 404 || (answer.status === 200 && answer.text.trim() === '')) return refusal('withheld')
  if (answer.status !== 200) throw failure(upstream, answer)
  return { file: parsed(answer.text) }
}
