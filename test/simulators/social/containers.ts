import type { Parameters, World } from './calls.ts'
import { badItems, badParameter, notFetched, notPublishable } from './refusals.ts'
import type { Container } from './state.ts'

/** What can be wrong with media, in the product's own spelling (social facts, section 3). */
export const PROBLEMS = [
  'FAILED_DOWNLOADING_VIDEO',
  'FAILED_PROCESSING_AUDIO',
  'FAILED_PROCESSING_VIDEO',
  'INVALID_ASPEC_RATIO',
  'INVALID_BIT_RATE',
  'INVALID_DURATION',
  'INVALID_FRAME_RATE',
  'INVALID_AUDIO_CHANNELS',
  'INVALID_AUDIO_CHANNEL_LAYOUT',
  'UNKNOWN',
] as const

/** Some problems are a sentence. */
const SENTENCE = 'The video file you selected is in a format that we don’t support.'

const CONTAINER_LIFE_MS = 24 * 3_600_000

/** Media whose file is named after a problem have that problem: `https://media.example/INVALID_DURATION.mp4`. */
function getProblem(mediaUrl: string): string | undefined {
  const file = new URL(mediaUrl).pathname.split('/').at(-1) ?? ''
  if (file.startsWith('SENTENCE.')) return SENTENCE
  return PROBLEMS.find((problem) => file.startsWith(`${problem}.`))
}

/** Whether the product cannot fetch the media, which it says as soon as the container is created. */
const isUnreachable = (mediaUrl: string) => /\/UNREACHABLE\.\w+$/.test(new URL(mediaUrl).pathname)

/** The state of a container, by the clock. */
export function getStatus({ clock }: World, container: Container) {
  const now = clock.now()
  if (container.published) return 'PUBLISHED'
  if (now - container.createdAt >= CONTAINER_LIFE_MS) return 'EXPIRED'
  if (now < container.readyAt) return 'IN_PROGRESS'
  return container.problem ? 'ERROR' : 'FINISHED'
}

export function containerFields(world: World, container: Container) {
  const status = getStatus(world, container)
  return { id: container.id, status, error_message: status === 'ERROR' ? container.problem : undefined }
}

const MAX_TEXT = 500
const MAX_ALT_TEXT = 1000
const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
]

const READ_TYPES = { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' } as const
type MediaType = keyof typeof READ_TYPES

const isMediaType = (text: string): text is MediaType => Object.hasOwn(READ_TYPES, text)

/** Validates the parameters of a new container like the product (social facts, section 3), and creates it. */
export function parseContainer(world: World, parameters: Parameters): Container {
  const { state, switches, clock } = world
  const mediaType = parameters.media_type ?? ''
  if (!isMediaType(mediaType)) throw badParameter('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}')
  const isItem = parameters.is_carousel_item === 'true'
  if (isItem && mediaType !== 'IMAGE' && mediaType !== 'VIDEO')
    throw badParameter('Param is_carousel_item is for IMAGE and VIDEO')
  checkTexts(world, parameters, mediaType)

  const mediaUrl = getMediaUrl(parameters, mediaType)
  const children = mediaType === 'CAROUSEL' ? getItems(world, parameters.children ?? '') : []
  const { reply_to_id: repliedTo, quote_post_id: quoted } = parameters
  for (const [name, id] of [
    ['reply_to_id', repliedTo],
    ['quote_post_id', quoted],
  ]) {
    const media = state.media.get(id ?? '')
    if (id !== undefined && !media) throw badParameter(`Param ${name} is not a valid threads_media ID`)
    if (media && clock.now() - media.publishedAt < switches.unknownForMs.reply) throw notPublishable(media.id)
  }

  const createdAt = clock.now()
  const ownReadyAt = createdAt + (mediaType === 'TEXT' ? 0 : switches.preparationMs[mediaType])
  const problem = mediaUrl === undefined ? children.find((child) => child.problem)?.problem : getProblem(mediaUrl)
  const { text, alt_text: altText, link_attachment: link, topic_tag: topic, reply_control: replyControl } = parameters
  return {
    id: state.nextId(),
    createdAt,
    mediaType,
    readyAt: Math.max(ownReadyAt, ...children.map(({ readyAt }) => readyAt)),
    ...(problem !== undefined && { problem }),
    draft: {
      mediaType: READ_TYPES[mediaType],
      ...(text !== undefined && { text }),
      ...(mediaUrl !== undefined && { mediaUrl }),
      ...(altText !== undefined && { altText }),
      ...(link !== undefined && { link }),
      ...(topic !== undefined && { topic }),
      ...(replyControl !== undefined && { replyControl }),
      ...(children.length > 0 && { children: children.map(({ id }) => id) }),
      ...(quoted !== undefined && { quoted }),
      ...(repliedTo !== undefined && { repliedTo, root: state.media.get(repliedTo)?.root ?? repliedTo }),
      ...(isItem && { isItem }),
    },
  }
}

function checkTexts({ switches }: World, parameters: Parameters, mediaType: MediaType): void {
  const { text, alt_text, topic_tag, link_attachment, reply_control } = parameters
  if (mediaType === 'TEXT' && !text) throw badParameter('The parameter text is required')
  const measure = switches.textMeasure === 'bytes' ? byteLength : documentedLength
  if (measure(text ?? '') > MAX_TEXT) throw badParameter(`Param text must be at most ${MAX_TEXT} characters long.`)
  if (alt_text !== undefined && mediaType !== 'IMAGE' && mediaType !== 'VIDEO')
    throw badParameter('Param alt_text is for images and videos only')
  if ((alt_text ?? '').length > MAX_ALT_TEXT)
    throw badParameter(`Param alt_text must be at most ${MAX_ALT_TEXT} characters long.`)
  if (topic_tag !== undefined && !/^[^.&]{1,50}$/u.test(topic_tag)) throw badParameter('Param topic_tag is not valid')
  if (link_attachment !== undefined && mediaType !== 'TEXT')
    throw badParameter('Param link_attachment is for text posts only')
  if (link_attachment !== undefined && !URL.canParse(link_attachment))
    throw badParameter('Param link_attachment is not a valid URI.')
  if (reply_control !== undefined && !REPLY_CONTROLS.includes(reply_control)) {
    throw badParameter(`Param reply_control must be one of {${REPLY_CONTROLS.join(', ')}}`)
  }
}

function getMediaUrl(parameters: Parameters, mediaType: MediaType): string | undefined {
  if (mediaType !== 'IMAGE' && mediaType !== 'VIDEO') return undefined
  const name = mediaType === 'IMAGE' ? 'image_url' : 'video_url'
  const text = parameters[name]
  if (!text) throw badParameter(`The parameter ${name} is required`)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw badParameter(`Param ${name} is not a valid URI.`)
  if (isUnreachable(text)) throw notFetched(text)
  return text
}

function getItems(world: World, list: string): Container[] {
  const { state, switches } = world
  const ids = list.split(',').filter(Boolean)
  if (ids.length < 2 || ids.length > 20) throw badParameter('Param children must have 2 to 20 items')
  return ids.map((id) => {
    const item = state.containers.get(id)
    const status = item?.draft.isItem ? getStatus(world, item) : undefined
    const isTaken = status === 'FINISHED' || (status === 'IN_PROGRESS' && switches.unreadyItems === 'taken')
    if (!item || !isTaken) throw badItems()
    return item
  })
}

const utf8 = new TextEncoder()

/** The documented length of a text: visible characters, with emoji as their UTF-8 bytes (social facts, section 3). */
export function documentedLength(text: string): number {
  const spelled = text.replace(/\p{RGI_Emoji}/gv, (emoji) => '*'.repeat(byteLength(emoji)))
  return [...new Intl.Segmenter().segment(spelled)].length
}

const byteLength = (text: string) => utf8.encode(text).length
