import { badGateway, conflict, GatewayError, type Reason } from '../../base/errors.ts'
import { isObject } from '../../base/json-object.ts'
import { at, flag, number, text } from '../../base/lenient-json.ts'
import { codeReason, rejected } from '../../upstream/http/failures.ts'

/** The product's own account of a failure, `error` in its envelope (social facts, section 6). */
export interface ProductError {
  code: number | null
  subcode: number | null
  isTransient: boolean
  /** For developers, and often no more than "An unknown error occurred". */
  message: string | null
  /** For the person: the words that help, where there are any. */
  userMessage: string | null
}

/** The product's error in a parsed body; undefined for any other body. */
export function parseProductError(body: unknown): ProductError | undefined {
  const error = at(body, 'error')
  if (!isObject(error)) return undefined
  return {
    code: number(error.code),
    subcode: number(error.error_subcode),
    isTransient: flag(error.is_transient) ?? false,
    message: text(error.message),
    userMessage: text(error.error_user_msg) ?? text(error.error_user_title),
  }
}

/** What the product answers for a post or container that it does not know, or not yet. */
export const UNKNOWN_OBJECT: Reason = 'code 24'

/** The app has no access tier for this, which only a review of the app gives (social facts, section 6). */
const NO_ACCESS_TIER = 4279067

/** A parameter error whose subcode says that the object does not exist, or that the permission is missing. */
const NO_SUCH_OBJECT = 33
const NO_PERMISSION = 10

/** The product could not fetch the image or the video from its address. */
const MEDIA_NOT_FETCHED = 2207052

/** An item of a carousel is not ready yet, or has expired: its own state tells which. */
const ITEMS_NOT_READY = 4279004

/** What the product forbids the account for a while or for good, though its codes are those of limits and parameters. */
const BLOCKING_CODE = 368
const BLOCKING_SUBCODES: readonly (number | null)[] = [2207051, 4279013]

/** What the gateway adds to the product's account. */
export interface FailureContext {
  /** Cuts and masks the product's message before it reaches a caller. */
  publicMessage: (message: unknown) => string
  /** `Retry-After` in whole seconds, when the product sent it. */
  retryAfter?: number | undefined
  /** The caller's field that holds the address of the media. */
  mediaField?: string | undefined
}

/**
 * The failure that the product's code means for the caller; undefined when the facts do not know the code, so that the
 * HTTP status decides. The code comes before the status, since the product sends codes 10 and 100 with HTTP 500 as well,
 * and the subcode before the code, which may be that of an unknown error.
 */
export function failureOfError(error: ProductError, context: FailureContext): GatewayError | undefined {
  const { code, subcode } = error
  const { publicMessage, retryAfter, mediaField = 'image_url or video_url' } = context
  const reason = codeReason(code ?? subcode)
  const userMessage = publicMessage(error.userMessage)
  const withUserMessage = (words: string) => (userMessage ? `${words} (${userMessage})` : words)
  const lacksPermission = () => new GatewayError(403, withUserMessage(LACKS_PERMISSION), { reason })
  const noSuchPost = () => new GatewayError(404, 'the social service knows no such post', { reason })

  if (code !== 190 && (code === BLOCKING_CODE || BLOCKING_SUBCODES.includes(subcode)))
    return new GatewayError(403, withUserMessage('the social service has blocked this for the account'), { reason })
  if (subcode === MEDIA_NOT_FETCHED)
    return new GatewayError(400, `${mediaField}: ${userMessage || NOT_FETCHED}`, { reason })
  if (subcode === ITEMS_NOT_READY) return stillPreparing()
  switch (code) {
    case 190:
      return rejected('social', reason)
    case 10:
    case 200:
      if (subcode === NO_ACCESS_TIER) return new GatewayError(403, withUserMessage(LACKS_REVIEW), { reason })
      return lacksPermission()
    case 4:
    case 17:
    case 32:
    case 613: {
      const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
      return new GatewayError(429, withUserMessage(LIMITED), { reason, headers })
    }
    case 24:
      return new GatewayError(404, NOT_KNOWN, { reason: UNKNOWN_OBJECT })
    case 100:
      if (subcode === NO_SUCH_OBJECT) return noSuchPost()
      if (subcode === NO_PERMISSION) return lacksPermission()
      return new GatewayError(400, publicMessage(shownMessage(error)) || 'the social service refused a parameter', {
        reason,
      })
    default:
      return error.isTransient
        ? badGateway(withUserMessage('the social service failed for a moment: try again'), reason)
        : undefined
  }
}

/** What of the product's words a caller is told where ours have nothing to add. */
export const shownMessage = ({ userMessage, message }: ProductError): string | null => userMessage ?? message

const LACKS_PERMISSION = 'the social account has not granted the permission for this: reconnect it with that permission'
const LACKS_REVIEW =
  'the social service allows this only to apps that it has reviewed: ask for advanced access in its App Review; to reconnect the account does not help'
const NOT_KNOWN = 'the social service knows no such post; one that was published a moment ago may take a minute'
const LIMITED = 'the social account has reached a limit of its service: try again later'
const NOT_FETCHED = 'the social service could not fetch it: it must be public'

/** 409: the product still prepares the media of a post. To publish it now is code 24, as is to publish what does not exist. */
export const stillPreparing = () =>
  conflict('the social service is still preparing the media of this post: try again in a minute')

/** 409: the post that a new one answers or quotes is not known to the product, or not yet. */
export const referencesUnknown = () =>
  conflict(
    'the social service does not know the post that this one is about: if that was published a moment ago, try again in a minute',
  )

/** 409: another request publishes the same post. */
export const beingPublished = () =>
  conflict('another request is publishing this post, or its outcome is not known yet: try again in a minute')

/** A failure after which the post may be published. */
export class MaybePublished extends GatewayError {}

export const maybePublished = ({ status, message, reason }: GatewayError): MaybePublished =>
  new MaybePublished(
    status,
    `${message}; the post may be published: send the same request again, which looks for it before it publishes`,
    { reason },
  )

/** 409: the product says that the post is published, and does not list it. */
export const notListedYet = (): MaybePublished =>
  new MaybePublished(
    409,
    'this post is published, but the social service does not list it yet: try again in a minute to get its id',
  )
