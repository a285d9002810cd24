/** A refusal in the product's own words (social facts, section 6). */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly details: Record<string, unknown>
  /** The header `WWW-Authenticate`. */
  readonly challenge: string

  constructor(
    status: number,
    code: number,
    message: string,
    details: Record<string, unknown> = {},
    challenge = formatChallenge(code, message),
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.challenge = challenge
  }
}

/** Every refusal has one: of a token, or of a request. */
const formatChallenge = (code: number, message: string) =>
  code === 190
    ? `OAuth "Facebook Platform" "invalid_token" "${message}"`
    : `OAuth "Facebook Platform" "invalid_request" "(#${code}) ${message}"`

const DEAD_CHALLENGE = formatChallenge(190, 'Error validating access token: Session has expired.')

/** HTTP 500 with an empty body (social facts, section 6). */
export class EmptyFailure extends Error {}

export const invalidToken = () => new Refusal(400, 190, 'Invalid OAuth access token - Cannot parse access token')

const expiredToken = () =>
  new Refusal(400, 190, 'Error validating access token: Session has expired.', { error_subcode: 463 })

/** A dead token at `/me`, and elsewhere in `WWW-Authenticate` only (social facts, section 6). */
const DEAD_TOKENS = {
  code: expiredToken,
  challenge: () => new Refusal(500, 1, 'An unknown error occurred', {}, DEAD_CHALLENGE),
  resource: () => new Refusal(400, 100, 'The requested resource does not exist'),
} as const
export type DeadToken = keyof typeof DEAD_TOKENS
export const deadToken = (how: DeadToken) => DEAD_TOKENS[how]()

/** The product answers a missing permission with HTTP 500. */
export const noPermission = () => new Refusal(500, 10, 'Application does not have permission for this action')

export const badParameter = (message: string) => new Refusal(400, 100, message)

export const noSuchObject = (method: string, id: string) =>
  new Refusal(
    400,
    100,
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { error_subcode: 33 },
  )

/** At the publish step: not there, expired, or not ready. */
export const notPublishable = (id: string) =>
  new Refusal(400, 24, 'The requested resource does not exist', {
    error_subcode: 4279009,
    is_transient: false,
    error_user_title: 'Media Not Found',
    error_user_msg: `The media with id ${id} cannot be found.`,
  })

/** When creating a carousel: an item does not exist, has expired, or is not ready (social facts, section 6). */
export const badItems = () =>
  new Refusal(400, 100, 'Invalid parameter', {
    error_subcode: 4279004,
    is_transient: false,
    error_user_title: 'Carousel items invalid',
    error_user_msg: 'The carousel child items are invalid or expired.',
  })

/** The image or video could not be fetched: only the words for the person say so (social facts, section 6). */
export const notFetched = (mediaUrl: string) =>
  new Refusal(500, 1, 'An unknown error occurred', {
    error_subcode: 2207052,
    is_transient: false,
    error_user_title: 'Media download has failed',
    error_user_msg: `The media could not be fetched from this URI: ${mediaUrl}`,
  })

/** Blocks of the account, with codes that mean something else without the subcode. */
const BLOCKS = {
  action: { code: 4, error_subcode: 2207051, title: 'Action is blocked', words: 'We restrict certain activity.' },
  restricted: { code: 100, error_subcode: 4279013, title: 'User restricted', words: 'You cannot post for now.' },
  policy: { code: 368, error_subcode: undefined, title: 'Blocked', words: 'You are blocked from doing this for now.' },
} as const
export type Block = keyof typeof BLOCKS

export function blocked(block: Block): Refusal {
  const { code, error_subcode, title, words } = BLOCKS[block]
  return new Refusal(400, code, 'Invalid parameter', {
    ...(error_subcode && { error_subcode }),
    is_transient: false,
    error_user_title: title,
    error_user_msg: words,
  })
}

/** No call of the app is answered (social facts, section 6). */
const BLOCKED_APPS = {
  blocked: () => new Refusal(400, 200, 'API access blocked.'),
  deactivated: () => new Refusal(400, 200, 'API access deactivated. To reactivate, go to the app dashboard.'),
  deleted: () => new Refusal(400, 190, 'Error validating application. Application has been deleted.'),
} as const
export type BlockedApp = keyof typeof BLOCKED_APPS
export const appBlocked = (how: BlockedApp) => BLOCKED_APPS[how]()

export const overLimit = (code: number) => new Refusal(400, code, 'Application request limit reached')

/** A limit of a day, in the forms of the product's family of APIs (social facts, section 6). */
const DAILY_LIMITS = {
  'code 613': () => overLimit(613),
  'code 9': () => new Refusal(403, 9, 'Application request limit reached', { error_subcode: 2207042 }),
  subcode: () => new Refusal(400, 4, 'Invalid parameter', { error_subcode: 2207042 }),
  words: () =>
    new Refusal(500, 1, 'An unknown error occurred', {
      error_user_title: 'Daily limit',
      error_user_msg: 'You have reached the maximum number of posts that may be published.',
    }),
} as const
export type DailyLimit = keyof typeof DAILY_LIMITS
export const overDailyLimit = (how: DailyLimit) => DAILY_LIMITS[how]()

const NOT_AVAILABLE = 'Threads API Feature Not Available'

/** The followers of a profile without a linked Instagram account. The code on the wire is not known. */
const UNLINKED = {
  name: () => new Refusal(400, 1, NOT_AVAILABLE, { code: 'THREADS_API__FEATURE_NOT_AVAILABLE' }),
  permission: () => new Refusal(403, 10, NOT_AVAILABLE),
  parameter: () => new Refusal(400, 100, 'Invalid parameter', { error_user_title: NOT_AVAILABLE }),
  'unknown object': () => new Refusal(404, 100, NOT_AVAILABLE, { error_subcode: 33 }),
  empty: () => new EmptyFailure(),
} as const
export type Unlinked = keyof typeof UNLINKED
export const unlinked = (how: Unlinked) => UNLINKED[how]()

/** A post was asked for the status of its container. */
export const noStatus = () => new Refusal(400, 100, 'Tried accessing nonexisting field (status)')

/** The error for an HTTP status, when something fails before the product handles the request. */
export function getRefusal(status: number): Refusal {
  if (status === 401) return new Refusal(status, 190, 'Invalid OAuth access token.')
  if (status === 403) return new Refusal(status, 10, 'Application does not have permission for this action')
  if (status === 404) return new Refusal(status, 2500, 'Unknown path components')
  if (status === 429) return new Refusal(status, 4, 'Application request limit reached')
  if (status >= 500) {
    const message = 'An unexpected error has occurred. Please retry your request later.'
    return new Refusal(status, 2, message, { is_transient: true })
  }
  return new Refusal(status, 100, 'Invalid parameter')
}

const TYPES: ReadonlyMap<number, string> = new Map([
  [10, 'THApiException'],
  [100, 'THApiException'],
])

/** The envelope of every failure. `trace` makes its fbtrace_id, which is another one each time. */
export const envelope = ({ message, code, details }: Refusal, trace: number) => ({
  error: {
    message,
    type: TYPES.get(code) ?? 'OAuthException',
    code,
    ...details,
    fbtrace_id: `A${trace.toString(36).toUpperCase().padStart(22, 'x')}`,
  },
})
