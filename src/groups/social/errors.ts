import { badGateway, conflict, GatewayError, type Reason } from '../../base/errors.ts'
import { isObject } from '../../base/json-object.ts'
import { at, flag, number, text } from '../../base/lenient-json.ts'
import { codeReason, rejected } from '../../upstream/http/failures.ts'

/** The product's error object, `error` in its envelope (social facts, section 6). */
export interface ProductError {
  code: number | null
  subcode: number | null
  isTransient: boolean
  /** For developers, and often no more than "An unknown error occurred". */
  message: string | null
  /** For the person. It has the useful text, if there is any. */
  userMessage: string | null
}

/** The product's error in a parsed body. Undefined for any other body. */
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

/** The product's error for a post or container that it does not know, or not yet. */
export const UNKNOWN_OBJECT: Reason = 'code 24'

/** The app lacks the access level, which requires an app review (social facts, section 6). */
const NO_ACCESS_TIER = 4279067

/** A parameter error whose subcode means that the object does not exist, or that the permission is missing. */
const NO_SUCH_OBJECT = 33
const NO_PERMISSION = 10

/** The product could not fetch the image or video from its URL. */
const MEDIA_NOT_FETCHED = 2207052

/** An item of a carousel is not ready yet, or has expired. Its own status shows which. */
const ITEMS_NOT_READY = 4279004

/**
 * The product blocks the account, temporarily or permanently. The code is one of those for rate limits and parameters.
 */
const BLOCKING_CODE = 368
const BLOCKING_SUBCODES: readonly (number | null)[] = [2207051, 4279013]

/** What the gateway adds to the product's error. */
export interface FailureContext {
  /** Shortens and redacts the product's message before it reaches a caller. */
  publicMessage: (message: unknown) => string
  /** `Retry-After` in whole seconds, when the product sent it. */
  retryAfter?: number | undefined
  /** The caller's field with the URL of the media. */
  mediaField?: string | undefined
}

/**
 * The error for the product's code. Undefined for an undocumented code, so that the HTTP status decides. The code takes
 * precedence over the status, because the product also sends codes 10 and 100 with HTTP 500. The subcode takes
 * precedence over the code, which may be that of an unknown error.
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

/** The product's message for the caller, when the gateway has nothing to add. */
export const shownMessage = ({ userMessage, message }: ProductError): string | null => userMessage ?? message

const LACKS_PERMISSION = 'the social account has not granted the permission for this: reconnect it with that permission'
const LACKS_REVIEW =
  'the social service allows this only to apps that it has reviewed: ask for advanced access in its App Review; to reconnect the account does not help'
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

/** An error after which the post may have been published. */
export class MaybePublished extends GatewayError {}

export const maybePublished = ({ status, message, reason }: GatewayError): MaybePublished =>
  new MaybePublished(
    status,
    `${message}; the post may be published: send the same request again, which looks for it before it publishes`,
    { reason },
  )

/** 409: the product reports that the post is published, but does not list it. */
export const notListedYet = (): MaybePublished =>
  new MaybePublished(
    409,
    'this post is published, but the social service does not list it yet: try again in a minute to get its id',
  )
