import { badInput, conflict, GatewayError, hasStatus, notFound } from '../../base/errors.ts'
import { at, text } from '../../base/json.ts'
import { stillPreparing, UNKNOWN_FIELD, UNKNOWN_OBJECT } from './errors.ts'
import { createdMediaType } from './media-types.ts'
import type { NewItem, NewPost } from './post-input.ts'
import type { Connection } from './threads.ts'

const STATUSES = ['EXPIRED', 'ERROR', 'FINISHED', 'IN_PROGRESS', 'PUBLISHED'] as const

/** A post in progress: created as a container, prepared by the product, then published. */
export interface Container {
  /** Undefined for an unknown status. */
  status: (typeof STATUSES)[number] | undefined
  /** The product's error about the media. */
  problem: string | null
  /** Whether the product knows no such container. `status` is what that means, by its age. */
  isUnknown?: true
}

/** The `fields` for reading a container. */
export const CONTAINER_FIELDS = 'id,status,error_message'

/** Parses the product's response for a container. */
export const parseContainer = (answer: unknown): Container => ({
  status: STATUSES.find((status) => status === at(answer, 'status')),
  problem: text(at(answer, 'error_message')),
})

/**
 * The form fields to create a post's container. A text could be published in this step (`auto_publish_text`), but then
 * nothing would show whether it was published if the response is lost.
 */
export function containerFields(post: NewPost): Record<string, string> {
  const fields = {
    media_type: createdMediaType(post),
    text: post.text,
    image_url: post.image_url,
    video_url: post.video_url,
    reply_to_id: post.reply_to,
    alt_text: post.alt_text,
    quote_post_id: post.quote,
    link_attachment: post.link,
    topic_tag: post.topic,
    reply_control: post.reply_control,
  }
  return given(fields)
}

/** The form fields to create the container of a carousel item. */
export const itemFields = (item: NewItem): Record<string, string> =>
  given({ media_type: createdMediaType(item), is_carousel_item: 'true', ...item })

const given = (fields: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/**
 * Why a container cannot be published. Undefined when it can. 409 while it is prepared or after it was published, 400
 * for its media, 404 after 24 hours. A container with an unknown status may be published, because the product refuses
 * one that is not ready.
 *
 * @param of the post or carousel item that it was created for
 * @param place the caller's name of that item, such as `items[3]`
 */
export function failureOfContainer(
  { status, problem }: Container,
  of: NewPost | NewItem,
  place?: string,
): GatewayError | undefined {
  if (status === 'IN_PROGRESS') return stillPreparing()
  // The response to the publishing step of an earlier request was lost.
  if (status === 'PUBLISHED') return conflict('this post has been published already: look for it among the posts')
  if (status === 'EXPIRED') return notFound(place ? `${place}: ${ITEM_EXPIRED}` : EXPIRED)
  if (status !== 'ERROR') return undefined
  const field = of.video_url ? 'video_url' : of.image_url ? 'image_url' : 'items' in of && of.items ? 'items' : 'text'
  return badInput(`${place ? `${place}.` : ''}${field}: ${wordsOf(problem)}`)
}

const EXPIRED = 'the prepared post was not published within 24 hours: create it again'
const ITEM_EXPIRED = 'what was prepared of it has expired: send the post again, and this item is prepared again'

const NOT_USED = 'the social service could not use it'

/** The product names most problems by a code, and some in a sentence. */
function wordsOf(problem: string | null): string {
  const isSentence = problem?.includes(' ')
  return REASONS.get(problem ?? '') ?? (isSentence ? `${NOT_USED} (${problem})` : NOT_USED)
}

/** The product's error codes for media, with its own misspelling. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['FAILED_DOWNLOADING_VIDEO', 'the social service could not download the video: it must be public'],
  ['FAILED_PROCESSING_AUDIO', 'the social service could not process the sound'],
  ['FAILED_PROCESSING_VIDEO', 'the social service could not process the video'],
  ['INVALID_ASPEC_RATIO', 'the aspect ratio is not accepted'],
  ['INVALID_BIT_RATE', 'the bit rate is not accepted'],
  ['INVALID_DURATION', 'the duration is not accepted: at most 5 minutes'],
  ['INVALID_FRAME_RATE', 'the frame rate is not accepted'],
  ['INVALID_AUDIO_CHANNELS', 'the number of sound channels is not accepted'],
  ['INVALID_AUDIO_CHANNEL_LAYOUT', 'the layout of the sound channels is not accepted'],
])

const CHECK_INTERVAL_MS = 3_000

/** The waits before a call is repeated because the product does not know the post or container yet, in milliseconds. */
export const KNOWN_WAITS_MS = [2_000, 4_000, 8_000] as const

/** How long a new container may be unknown to the product, in milliseconds. */
export const UNKNOWN_MS = 5 * 60_000

/** The time that publishing and reading the post need after the last status check of the container. */
export const RESERVED_MS = 5_000
const RESERVED_CALLS = 2

/** Whether the request has time for this wait and calls left for the rest. */
export const canWait = ({ upstream }: Connection, ms = CHECK_INTERVAL_MS, reservedCalls = RESERVED_CALLS): boolean =>
  upstream.deadline.leftMs >= ms + RESERVED_MS && upstream.budget.callsLeft > reservedCalls

export const waitForCheck = ({ upstream }: Connection): Promise<void> => upstream.platform.sleep(CHECK_INTERVAL_MS)

/**
 * Makes a call that refers to a post or container, and repeats it while the product does not know that yet. Throws
 * `late` when that takes longer than the request may. The product has done nothing then.
 */
export async function onceKnown<Value>(
  connection: Connection,
  call: () => Promise<Value>,
  late: () => GatewayError,
): Promise<Value> {
  for (const wait of [...KNOWN_WAITS_MS, undefined]) {
    try {
      return await call()
    } catch (error) {
      if (!isUnknownObject(error)) throw error
      if (wait === undefined || !canWait(connection, wait)) throw late()
      await connection.upstream.platform.sleep(wait)
    }
  }
  throw late()
}

const isUnknownObject = (error: unknown): boolean => error instanceof GatewayError && error.reason === UNKNOWN_OBJECT

/**
 * The state of a container. A container that the product does not know is being prepared if it is recent, and has
 * expired otherwise. One that has no status any more is published.
 *
 * @param madeAt epoch milliseconds; undefined counts as long ago
 */
export async function fetchContainer(connection: Connection, id: string, madeAt = 0): Promise<Container> {
  try {
    return parseContainer(await connection.call({ path: `/${id}`, fields: { fields: CONTAINER_FIELDS } }))
  } catch (error) {
    const isYoung = connection.upstream.platform.now() - madeAt < UNKNOWN_MS
    if (hasStatus(error, 404)) return { status: isYoung ? 'IN_PROGRESS' : 'EXPIRED', problem: null, isUnknown: true }
    if (error instanceof GatewayError && error.reason === UNKNOWN_FIELD) return { status: 'PUBLISHED', problem: null }
    if (hasStatus(error, 409)) return { status: 'IN_PROGRESS', problem: null }
    throw error
  }
}
