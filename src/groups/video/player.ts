import { GatewayError, type Reason } from '../../base/errors.ts'
import { at, parsed } from '../../base/json.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isHtml, publicMessage, toFailure } from '../../upstream/failures.ts'
import { captionPath, needsToken } from './caption-link.ts'
import { type PlayerClient, playerCall, userAgent } from './clients.ts'
import type { Connection } from './connection.ts'
import { isBlockPage, obstacleOfCode, playerOutcome } from './playability.ts'
import { failed, isOfSession, mostTelling, type Outcome, type Refusal, refusal } from './refusals.ts'
import { cacheVisitor, visitorData } from './visitor.ts'

/** The error for a response that is not 200, with the product's own message if there is one. */
const failure = (upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError =>
  toFailure(upstream, 'video', answer, at(parsed(answer.text), 'error', 'message'))

/** Not for 429, which has its own meaning even with such a page. */
const isBlocked = (answer: UpstreamAnswer) =>
  answer.status !== 429 &&
  (isBlockPage(answer.headers.get('Location') ?? '') || (isHtml(answer) && isBlockPage(answer.text)))

export interface PlayerAnswer {
  player: unknown
  outcome: Outcome
}

/**
 * Asks the player about a video as one client after another, until `use` returns something for what a client got. A
 * client that is refused in a response with another visitor id than it sent is asked once more with that id, once in a
 * request. If no client gets anything, throws the most telling reason.
 */
export async function askClients<Result extends object>(
  connection: Connection,
  clients: readonly PlayerClient[],
  videoId: string,
  use: (answer: PlayerAnswer, client: PlayerClient) => Promise<Result | Refusal>,
): Promise<Result> {
  const { settings } = connection.upstream
  const refusals: Refusal[] = []
  let mayAskAgain = true
  const ask = async (client: PlayerClient): Promise<PlayerAnswer> => {
    const sent = visitorData(settings)
    const answer = await fetchPlayer(connection, client, videoId)
    const offered = visitorData(settings)
    if (!mayAskAgain || !isOfSession(answer.outcome) || offered === undefined || offered === sent) return answer
    mayAskAgain = false
    return fetchPlayer(connection, client, videoId)
  }
  for (const client of clients) {
    const result = await attempt(async () => use(await ask(client), client))
    if (!('obstacle' in result)) return result
    if (result.kind === 'stop') throw result.error
    refusals.push(result)
  }
  throw mostTelling(refusals)
}

/** Failures of a request, whichever client it asks as. */
const OF_REQUEST: readonly Reason[] = ['foreign address', 'budget', 'caller left']

/** Returns a failure of the product for one client as a refusal, because the next one may be answered. */
async function attempt<Result extends object>(work: () => Promise<Result | Refusal>): Promise<Result | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 502 || OF_REQUEST.includes(error.reason)) throw error
    return failed(error)
  }
}

/** Asks the player about a video as one client, and determines whether captions can be read. */
async function fetchPlayer(
  { call, upstream }: Connection,
  client: PlayerClient,
  videoId: string,
): Promise<PlayerAnswer> {
  const { settings } = upstream
  const answer = await call(playerCall(client, videoId, visitorData(settings)))
  const player = isHtml(answer) ? undefined : parsed(answer.text)
  const outcome = readOutcome(upstream, answer, player, videoId)
  cacheVisitor(settings, player, isOfSession(outcome))
  return { player, outcome }
}

function readOutcome(upstream: UpstreamContext, answer: UpstreamAnswer, player: unknown, videoId: string): Outcome {
  if (isBlocked(answer)) return refusal('blocked')
  if (answer.status === 200 || answer.status === 400)
    return playerOutcome(player, videoId, (words) => publicMessage(upstream, words))
  const obstacle = obstacleOfCode(answer.status)
  return obstacle === 'failed' ? failed(failure(upstream, answer)) : refusal(obstacle, '', answer.retryAfter)
}

/**
 * The json3 file of a caption track that this client got, or the reason why there is none. Only path and query of the
 * link are used, so the gateway never calls a host named by the product. The caller did not give the link, so a refusal
 * of it says nothing about the request.
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
  if (answer.status === 429) return refusal('limited', '', answer.retryAfter)
  if (answer.status === 200 && answer.text.trim() !== '') return { file: parsed(answer.text) }
  return answer.status < 300 || (answer.status >= 400 && answer.status < 500)
    ? refusal('withheld')
    : failed(failure(upstream, answer))
}
