import * as z from 'zod'
import { badGateway, conflict, GatewayError } from '../../base/errors.ts'
import { once } from '../../base/once.ts'
import { codeReason, rejected } from '../../upstream/failures.ts'

const errorBody = once(() =>
  z.object({
    error: z.object({
      message: z.string().nullish(),
      code: z.number(),
      error_subcode: z.number().nullish(),
      is_transient: z.boolean().nullish(),
    }),
  }),
)

/** The product's own account of a failure, `error` in its envelope (social facts, section 6). */
export type ProductError = z.output<ReturnType<typeof errorBody>>['error']

/** The product's error in a parsed body; undefined for any other body. */
export const productErrorOf = (body: unknown): ProductError | undefined => errorBody().safeParse(body).data?.error

/** A parameter error whose subcode says that the object does not exist, or that the permission is missing. */
const NO_SUCH_OBJECT = 33
const NO_PERMISSION = 10

/** What the gateway adds to the product's account. */
export interface FailureContext {
  /** Cuts and masks the product's message before it reaches a caller. */
  publicMessage: (message: unknown) => string
  /** `Retry-After` in whole seconds, when the product sent it. */
  retryAfter?: number | undefined
}

/**
 * The failure that the product's code means for the caller; undefined when the facts do not know the code, so that the
 * HTTP status decides. The code comes before the status: the product sends codes 10 and 100 with HTTP 500 as well.
 */
export function failureOfError(
  error: ProductError,
  { publicMessage, retryAfter }: FailureContext,
): GatewayError | undefined {
  const reason = codeReason(error.code)
  const lacksPermission = () => new GatewayError(403, LACKS_PERMISSION, { reason })
  const noSuchPost = () => new GatewayError(404, 'the social service knows no such post', { reason })
  switch (error.code) {
    case 190:
      return rejected('social', reason)
    case 10:
    case 200:
      return lacksPermission()
    case 4:
    case 17:
    case 32:
    case 613:
      return new GatewayError(429, 'the social account has reached a limit of its service: try again later', {
        reason,
        headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
      })
    case 24:
      return noSuchPost()
    case 100:
      if (error.error_subcode === NO_SUCH_OBJECT) return noSuchPost()
      if (error.error_subcode === NO_PERMISSION) return lacksPermission()
      return new GatewayError(400, publicMessage(error.message) || 'the social service refused a parameter', { reason })
    default:
      return error.is_transient ? badGateway('the social service failed for a moment: try again', reason) : undefined
  }
}

const LACKS_PERMISSION = 'the social account has not granted the permission for this: reconnect it with that permission'

/** 409: the product still prepares the media of a post. To publish it now is code 24, as is to publish what does not exist. */
export const stillPreparing = () =>
  conflict('the social service is still preparing the media of this post: try again in a minute')
