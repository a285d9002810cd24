import { badGateway, conflict, GatewayError, type Reason } from '../../base/errors.ts'
import { at, flag, isObject, number, text } from '../../base/json.ts'
import { codeReason, rejected } from '../../upstream/failures.ts'

/** The product's error object, `error` in its envelope. */
export interface ProductError {
  code: number | null
  subcode: number | null
  isTransient: boolean
  /** For developers, and often no more than "An unknown error occurred". */
  message: string | null
  /** For the person. It has the useful text, if there is any. */
  userMessage: string | null
  /** Everything that is said, and a code in words such as `THREADS_API__LINK_LIMIT_EXCEEDED`: in lower case. */
  words: string
}

/** The product's error in a parsed body. Undefined for any other body. */
export function parseProductError(body: unknown): ProductError | undefined {
  const error = at(body, 'error')
  if (!isObject(error)) return undefined
  const texts = [error.code, error.message, error.error_user_title, error.error_user_msg].map(
    (each) => text(each) ?? '',
  )
  return {
    code: number(error.code),
    subcode: number(error.error_subcode),
    isTransient: flag(error.is_transient) ?? false,
    message: text(error.message),
    userMessage: text(error.error_user_msg) ?? text(error.error_user_title),
    words: texts.join(' ').replaceAll('_', ' ').toLowerCase(),
  }
}

/** The product's error for a post or container that it does not know, or not yet. */
export const UNKNOWN_OBJECT: Reason = 'code 24'
/** The app may call nothing at all, whoever the account is. */
export const APP_REFUSED: Reason = 'refused app'
/** The object has no such field: a container that was asked for its status is a post by now. */
export const UNKNOWN_FIELD: Reason = 'code 100.field'

interface Situation {
  /** Codes that have this meaning, whatever the words are. */
  codes?: readonly number[]
  subcodes?: readonly number[]
  /** Words of the message, in lower case, when neither code nor subcode has a meaning of its own. */
  words?: readonly RegExp[]
  /** Words with which it is something else. */
  otherWords?: RegExp
}

/** 200 and above are permissions. */
const permissions = Array.from({ length: 100 }, (_, index) => 200 + index)
/** Limits of use cases of the product's family of APIs. */
const useCaseLimits = Array.from({ length: 15 }, (_, index) => 80_000 + index)

/**
 * The meanings of the product's errors, and the codes and words that announce each. The HTTP status means little: codes
 * 1, 10, 100 and 190 come with 400 and with 500. A subcode is more specific than a code, and words than the vague codes
 * 1 and 100.
 */
const SITUATIONS = {
  // No call of the app is answered. Its words decide before every code: they come with the code of a permission or a token.
  'app blocked': {
    words: [
      /\bapi access\b.{0,40}\b(blocked|deactivated|disabled|restricted|revoked|suspended|removed)\b/,
      /\b(blocked|deactivated|disabled|restricted|revoked|suspended)\b.{0,20}\bapi access\b/,
      /\b(app|application) (has been |is |was |is currently )?(temporarily )?(blocked|deactivated|disabled|suspended|deleted|restricted)\b/,
      /\breactivate\b.{0,60}\bapp dashboard\b|\bapp dashboard\b.{0,60}\breactivate\b|\b(non-active|inactive) apps?\b/,
    ],
  },
  'dead token': {
    codes: [102, 190],
    subcodes: [458, 459, 460, 463, 464, 467, 492],
    words: [
      /\b(validating|valid|invalid|expired|active|malformed|oauth 2\.0) (oauth )?access token\b/,
      /\btoken (has |is |was |could )?(been |not )?(be )?(expired|revoked|invalid|decrypted)|\b(expired|revoked) token\b/,
      /\bsession (has |is |was )?(been )?(expired|invalid)|\bchanged (the|their|your) password\b/,
      /\bnot authorized (the )?application\b|\blog ?in (to|again)\b/,
    ],
  },
  // The account may not act for now, or for good.
  blocked: { codes: [25, 368], subcodes: [2207050, 2207051, 4279013] },
  // The product could not fetch the image or video from its URL.
  'media not fetched': { subcodes: [2207052] },
  // Media that are not ready yet, or items of a carousel that are not, or have expired. Their own status shows which.
  'media not ready': { codes: [9007], subcodes: [2207027, 4279004] },
  limit: {
    codes: [4, 9, 17, 32, 341, 613, ...useCaseLimits],
    subcodes: [2207042],
    words: [
      /\btoo many (api )?(calls|requests|posts|replies)\b|\b(request|rate|daily|publishing|posting|call) limit\b/,
      /\b(reached|exceeded|hit)\b.{0,60}\b(maximum|limit|quota)\b|\b(maximum|limit|quota)\b.{0,60}\b(reached|exceeded)\b/,
    ],
    otherWords: /\b(characters?|links?|bytes|size|length|duration|seconds|minutes|items?|children|options?|tags?)\b/,
  },
  // An app review gives the access tier, no permission of the account.
  'no access tier': { subcodes: [4279067] },
  'no permission': { codes: [10, ...permissions] },
  'unknown object': { codes: [24] },
  'unknown field': { words: [/\bnon-?exist(ing|ent) field\b/] },
  'no such object': { words: [/\b(does|do) not exist\b|\bcannot be loaded\b|\bno such (object|post|media)\b/] },
  'bad parameter': { codes: [100] },
} satisfies Record<string, Situation>

type SituationName = keyof typeof SITUATIONS

const NAMES = Object.keys(SITUATIONS) as SituationName[]
const find = (has: (situation: Situation) => boolean | undefined) => NAMES.find((name) => has(SITUATIONS[name]))

/** The subcodes of code 100 in the product's family of APIs. */
const OF_CODE_100: Readonly<Record<number, SituationName>> = { 10: 'no permission', 33: 'no such object' }
/** The codes whose words say more. */
const VAGUE_CODES: readonly (number | null)[] = [null, 1, 2, 100]

function situationOf(
  error: ProductError,
  { challenge = '', responseText = '', subject }: FailureContext,
): SituationName | undefined {
  const { code, subcode } = error
  const words = `${error.words} ${challenge.toLowerCase()}`
  if (SITUATIONS['app blocked'].words.some((of) => of.test(`${words} ${responseText.toLowerCase()}`)))
    return 'app blocked'
  const isOfToken = code !== null && SITUATIONS['dead token'].codes.includes(code)
  if (isOfToken || /\binvalid_token\b/i.test(challenge)) return 'dead token'
  const bySubcode = subcode === null ? undefined : find(({ subcodes }) => subcodes?.includes(subcode))
  if (bySubcode) return bySubcode
  if (code === 100 && subcode !== null && OF_CODE_100[subcode]) return OF_CODE_100[subcode]
  const byCode = find(({ codes }) => code !== null && codes?.includes(code))
  const isVague = VAGUE_CODES.includes(code) || (byCode === 'unknown object' && subject === 'account')
  if (byCode && !isVague) return byCode
  const hasWords = (each: Situation) => each.words?.some((of) => of.test(words)) && !each.otherWords?.test(words)
  return find(hasWords) ?? byCode
}

/** The context that the gateway adds to the product's error. */
export interface FailureContext {
  /** Shortens and redacts the product's message before it reaches a caller. */
  publicMessage: (message: unknown) => string
  /** `Retry-After` in whole seconds, when the product sent it. */
  retryAfter?: number | undefined
  /** The caller's field with the URL of the media. */
  mediaField?: string | undefined
  /** `WWW-Authenticate`, which has the true reason when the body has none. */
  challenge?: string
  /** The body of a failure without an error object. */
  responseText?: string | undefined
  /**
   * The subject of the call. The account exists as long as its token is valid. `new post`: the account, which may also
   * not know yet what the post is about.
   */
  subject?: Subject
}

export type Subject = 'account' | 'new post' | 'object'

/** An answer that says no more than its headers. */
const NO_ERROR: ProductError = {
  code: null,
  subcode: null,
  isTransient: false,
  message: null,
  userMessage: null,
  words: '',
}

/**
 * The error for what the product says. Undefined when it says nothing that is known, so that the HTTP status decides.
 *
 * @param error undefined when the body has none
 */
export function failureOfError(error: ProductError = NO_ERROR, context: FailureContext): GatewayError | undefined {
  const { code, subcode } = error
  const { publicMessage, retryAfter, mediaField = 'image_url or video_url', subject = 'object' } = context
  const reason = codeReason(code ?? subcode)
  const userMessage = publicMessage(error.userMessage)
  const withUserMessage = (words: string) => (userMessage ? `${words} (${userMessage})` : words)
  const refused = (words: string) => new GatewayError(403, withUserMessage(words), { reason })
  const parameter = (of: Reason) =>
    new GatewayError(400, publicMessage(shownMessage(error)) || 'the social service refused a parameter', {
      reason: of,
    })

  switch (situationOf(error, context)) {
    case 'dead token':
      return rejected('social', reason)
    case 'app blocked':
      return new GatewayError(403, withUserMessage(APP_BLOCKED), { reason: APP_REFUSED })
    case 'blocked':
      return refused('the social service has blocked this for the account')
    case 'media not fetched':
      return new GatewayError(400, `${mediaField}: ${userMessage || NOT_FETCHED}`, { reason })
    case 'media not ready':
      return stillPreparing()
    case 'limit': {
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
      return new GatewayError(429, withUserMessage(LIMITED), { reason, headers })
    }
    case 'no access tier':
      return refused(LACKS_REVIEW)
    case 'no permission':
      return refused(LACKS_PERMISSION)
    case 'unknown object':
      return new GatewayError(404, NOT_KNOWN, { reason: UNKNOWN_OBJECT })
    case 'unknown field':
      return parameter(UNKNOWN_FIELD)
    case 'no such object':
      return subject === 'object' ? new GatewayError(404, NO_SUCH_POST, { reason }) : rejected('social', reason)
    case 'bad parameter':
      return parameter(reason)
    default:
      return error.isTransient
        ? badGateway(withUserMessage('the social service failed for a moment: try again'), reason)
        : undefined
  }
}

/** The product's message for the caller, when the gateway has nothing to add. */
export const shownMessage = ({ userMessage, message }: ProductError): string | null => userMessage ?? message

const APP_BLOCKED =
  "Meta has blocked the app through which the social account is used: the app's owner sees why, and how to restore it, in the App Dashboard (developers.facebook.com/apps)"
const LACKS_PERMISSION = 'the social account has not granted the permission for this: reconnect it with that permission'
const LACKS_REVIEW =
  'the social service allows this only to apps that it has reviewed: ask for advanced access in its App Review; to reconnect the account does not help'
const NO_SUCH_POST = 'the social service knows no such post'
const NOT_KNOWN = 'the social service knows no such post; one that was published a moment ago may take a minute'
const LIMITED = 'the social account has reached a limit of its service: try again later'
const NOT_FETCHED = 'the social service could not fetch it: it must be public'

/**
 * 409: the product is still preparing the media of a post. Publishing it too early returns code 24, like publishing a
 * post that does not exist.
 */
export const stillPreparing = () =>
  conflict('the social service is still preparing the media of this post: try again in a minute')

/** 409: the post that is replied to or quoted does not exist, or is not known to the product yet. */
export const referencesUnknown = () =>
  conflict(
    'the social service does not know the post that this one is about: if that was published a moment ago, try again in a minute',
  )

/** 409: another request is publishing the same post. */
export const beingPublished = () =>
  conflict('another request is publishing this post, or its outcome is not known yet: try again in a minute')

/** The error of a call after which the post may have been published. */
export const maybePublished = ({ status, message, reason }: GatewayError) =>
  new GatewayError(
    status,
    `${message}; the post may be published: send the same request again, which looks for it before it publishes`,
    { reason },
  )

/** 409: the product reports that the post is published, but does not list it. */
export const notListedYet = () =>
  conflict('this post is published, but the social service does not list it yet: try again in a minute to get its id')
