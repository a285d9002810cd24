import { GatewayError, isForeignAddress, type Reason } from '../../base/errors.ts'
import { at, count, isObject, parsed, text } from '../../base/json.ts'
import type { UpstreamAnswer } from '../../upstream/client.ts'
import type { UpstreamContext } from '../../upstream/context.ts'
import { isHtml, publicMessage, toFailure } from '../../upstream/failures.ts'
import { captionPath, captionTracks, label, needsToken } from './captions.ts'
import { cacheVisitor, type PlayerClient, playerCall, userAgent, visitorData, visitorIn } from './clients.ts'
import {
  failed,
  isOfSession,
  mostSpecific,
  type Obstacle,
  type Outcome,
  obstacleOfStatus,
  obstacleOfWords,
  type Refusal,
  refusal,
} from './refusals.ts'
import type { Connection } from './youtube.ts'

/**
 * Whether captions can be read, by a player response of any HTTP status. Reasons are distinguished by their English
 * text, which is why the clients ask in English.
 *
 * @param shown makes the product's message safe for a caller
 */
export function playerOutcome(player: unknown, videoId: string, shown: (words: string) => string): Outcome {
  const code = count(at(player, 'error', 'code'))
  if (code !== null) return refusal(obstacleOfCode(code), shown(text(at(player, 'error', 'message')) ?? ''))
  // An outdated client gets another video that tells the viewer to update.
  const detailed = text(at(player, 'videoDetails', 'videoId'))
  if (detailed !== null && detailed !== videoId) return refusal('outdated-client')

  const playability = at(player, 'playabilityStatus')
  const status = text(at(playability, 'status'))
  if (status === 'OK') return playableOutcome(player)
  const { reasons, names } = readPlayability(playability)
  const words = plainWords([...reasons, ...names.map(split)])
  const obstacle = obstacleOfWords(words) ?? obstacleOfSignIn(status, words, detailed) ?? obstacleOfStatus(status)
  if (status === null && obstacle === undefined) return refusal('unreadable')
  return refusal(obstacle ?? 'unexplained', shown(asSentences(reasons)))
}

/** The meaning of an HTTP status of the player, or of the code of its error: it describes videos in a 200. */
function obstacleOfCode(code: number): Obstacle {
  if (code === 429) return 'limited'
  // The player needs no credential, so this is about the deployment.
  if (code === 401 || code === 403) return 'blocked'
  // The caller's input is already validated, so the product refuses the client.
  return code >= 400 && code < 500 ? 'outdated-client' : 'failed'
}

/** A blocked response has no details of the video. A video that requires sign-in has them. */
function obstacleOfSignIn(status: string | null, words: string, detailed: string | null): Obstacle | undefined {
  if (status !== 'LOGIN_REQUIRED' && !/\b(sign|log) in\b/.test(words)) return undefined
  return detailed === null ? 'blocked' : 'unplayable'
}

function playableOutcome(player: unknown): Outcome {
  if (captionTracks(player).tracks.length > 0) return { kind: 'ok' }
  const details = at(player, 'videoDetails')
  if (at(details, 'isUpcoming') === true) return refusal('upcoming')
  if (at(details, 'isLive') === true || at(player, 'playabilityStatus', 'liveStreamability') !== undefined) {
    return refusal('live')
  }
  if (at(details, 'isPostLiveDvr') === true) return refusal('processing')
  return refusal('no-captions')
}

/** The fields with words for the viewer, of the status and of the screens below it. */
const REASON_FIELD =
  /^(reason|reasonTitle|subreason|messages?|title|subtitle|description|body|text|header|offerHeadline|offerDescription)$/i
/** The objects below a status that are screens or parts of them. Others hold words of authors, such as a trailer. */
const SCREEN = /(screen|renderer|viewmodel|view|content)$/i
const DEEPEST_SCREEN = 8

/** The words for the viewer, each once, and the names of all other elements: a captcha is often only a name. */
function readPlayability(playability: unknown): { reasons: string[]; names: string[] } {
  const reasons = new Set<string>()
  const names = new Set<string>()
  const read = (screen: unknown, depth: number) => {
    for (const [name, value] of Object.entries(isObject(screen) ? screen : {})) {
      names.add(name)
      if (REASON_FIELD.test(name)) for (const words of Array.isArray(value) ? value : [value]) add(words)
      if (SCREEN.test(name) && depth < DEEPEST_SCREEN) read(value, depth + 1)
    }
  }
  const add = (words: unknown) => {
    const reason = text(words) ?? label(words) ?? text(at(words, 'content'))
    if (reason) reasons.add(reason)
  }
  read(playability, 0)
  return { reasons: [...reasons], names: [...names] }
}

const asSentences = (reasons: readonly string[]) =>
  reasons.map((reason, at) => (at < reasons.length - 1 ? reason.replace(/\.$/, '') : reason)).join('. ')

/** More than the product says of a video. */
const MOST_WORDS = 4_000

/** The words of a name such as `playerCaptchaViewModel`. */
const split = (name: string) => name.replace(/([a-z])(?=[A-Z])/g, '$1 ')

/** One spelling for each wording: lower case, one kind of apostrophe, no contractions. */
const plainWords = (reasons: readonly string[]): string =>
  reasons
    .join('. ')
    .slice(0, MOST_WORDS)
    .replace(/[\u2018\u2019\u02bc\u00b4\u2032`]/g, "'")
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\bcan('t|not)\b/g, 'can not')
    .replace(/\b(is|are|was|do|does|did|has|have|could)n'?t\b/g, '$1 not')
    .replace(/'re\b/g, ' are')
    .replace(/\s+/g, ' ')

/** Whether a page, or the address of one, is for consent or a captcha: the deployment's IP address is blocked. */
export const isBlockPage = (html: string) =>
  /captcha|consent\.youtube\.com|unusual traffic|automated queries|\/sorry\//i.test(html)

/** The error for a response that is not 200, with the product's own message if there is one. */
const failure = (upstream: UpstreamContext, answer: UpstreamAnswer): GatewayError =>
  toFailure(upstream, 'video', answer, at(parsed(answer.text), 'error', 'message'))

/** Not for 429, which has its own meaning even with such a page. */
const isBlocked = (answer: UpstreamAnswer) =>
  answer.status !== 429 &&
  (isBlockPage(answer.headers.get('Location') ?? '') || (isHtml(answer) && isBlockPage(answer.text)))

interface PlayerAnswer {
  player: unknown
  outcome: Outcome
}

/**
 * The visitor id of one request. A new one of a response stays for all following calls, also when it is refused. One that
 * an earlier request left is dropped when it is refused.
 */
class Visitor {
  id: string | undefined
  #isNew = false

  constructor(id: string | undefined) {
    this.id = id
  }

  /** Returns whether the response brought another id than was sent. */
  take(offered: string | undefined, isRefused: boolean): boolean {
    if (offered !== undefined && offered !== this.id) {
      this.id = offered
      this.#isNew = true
      return true
    }
    if (isRefused && !this.#isNew) this.id = undefined
    return false
  }
}

/**
 * Asks the player about a video as one client after another, until `use` returns something for what a client got. A
 * client that is refused in a response with another visitor id than it sent is asked once more with that id. If no
 * client gets anything, throws the most telling reason.
 */
export async function tryClients<Result extends object>(
  connection: Connection,
  clients: readonly PlayerClient[],
  videoId: string,
  use: (answer: PlayerAnswer, client: PlayerClient) => Promise<Result | Refusal>,
): Promise<Result> {
  const refusals: Refusal[] = []
  const visitor = new Visitor(visitorData(connection.upstream.settings))
  const ask = async (client: PlayerClient, isRetry = false): Promise<PlayerAnswer> => {
    const answer = await fetchPlayer(connection, client, videoId, visitor.id)
    const isRefused = isOfSession(answer.outcome)
    const isNew = visitor.take(visitorIn(answer.player), isRefused)
    return isRefused && isNew && !isRetry ? ask(client, true) : answer
  }
  for (const client of clients) {
    const result = await attempt(async () => use(await ask(client), client))
    if (!('obstacle' in result)) return result
    if (result.kind === 'stop') throw result.error
    refusals.push(result)
  }
  throw mostSpecific(refusals)
}

/** Failures of a request, whichever client it asks as. */
const OF_REQUEST: readonly Reason[] = ['budget', 'caller left']
const isOfRequest = (reason: Reason) => OF_REQUEST.includes(reason) || isForeignAddress(reason)

/** Returns a failure of the product for one client as a refusal, because the next one may be answered. */
async function attempt<Result extends object>(work: () => Promise<Result | Refusal>): Promise<Result | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 502 || isOfRequest(error.reason)) throw error
    return failed(error)
  }
}

/** Asks the player about a video as one client, and determines whether captions can be read. */
async function fetchPlayer(
  { call, upstream }: Connection,
  client: PlayerClient,
  videoId: string,
  visitor: string | undefined,
): Promise<PlayerAnswer> {
  const { settings } = upstream
  const answer = await call(playerCall(client, videoId, visitor))
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
