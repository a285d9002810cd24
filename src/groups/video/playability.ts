import { at, count, isObject, text } from '../../base/json.ts'
import { type Obstacle, type Outcome, obstacleOfStatus, obstacleOfWords, refusal } from './refusals.ts'
import { captionTracks, label } from './tracks.ts'

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
  const { reasons, names } = whatIsSaid(playability)
  const words = plainWords([...reasons, ...names.map(split)])
  const obstacle = obstacleOfWords(words) ?? obstacleOfSignIn(status, words, detailed) ?? obstacleOfStatus(status)
  if (status === null && obstacle === undefined) return refusal('unreadable')
  return refusal(obstacle ?? 'unexplained', shown(asSentences(reasons)))
}

/** What an HTTP status of the player means, or the code of its error: it describes videos in a 200. */
export function obstacleOfCode(code: number): Obstacle {
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
const SAID =
  /^(reason|reasonTitle|subreason|messages?|title|subtitle|description|body|text|header|offerHeadline|offerDescription)$/i
/** The objects below a status that are screens or parts of them. Others hold words of authors, such as a trailer. */
const SCREEN = /(screen|renderer|viewmodel|view|content)$/i
const DEEPEST_SCREEN = 8

/** The words for the viewer, each once, and the names of everything beside them: a captcha is often only a name. */
function whatIsSaid(playability: unknown): { reasons: string[]; names: string[] } {
  const reasons = new Set<string>()
  const names = new Set<string>()
  const read = (screen: unknown, depth: number) => {
    for (const [name, value] of Object.entries(isObject(screen) ? screen : {})) {
      names.add(name)
      if (SAID.test(name)) for (const words of Array.isArray(value) ? value : [value]) add(words)
      if (SCREEN.test(name) && depth < DEEPEST_SCREEN) read(value, depth + 1)
    }
  }
  const add = (words: unknown) => {
    const said = text(words) ?? label(words) ?? text(at(words, 'content'))
    if (said) reasons.add(said)
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
const plainWords = (said: readonly string[]): string =>
  said
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
