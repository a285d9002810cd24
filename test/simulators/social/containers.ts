import type { World } from './calls.ts'
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
export const SENTENCE = 'The video file you selected is in a format that we don’t support.'

const CONTAINER_LIFE_MS = 24 * 3_600_000

/** Media whose file is named after a problem have that problem: `https://media.example/INVALID_DURATION.mp4`. */
export function getProblem(mediaUrl: string): string | undefined {
  const file = new URL(mediaUrl).pathname.split('/').at(-1) ?? ''
  if (file.startsWith('SENTENCE.')) return SENTENCE
  return PROBLEMS.find((problem) => file.startsWith(`${problem}.`))
}

/** Whether the product cannot fetch the media, which it says as soon as the container is created. */
export const isUnreachable = (mediaUrl: string) => /\/UNREACHABLE\.\w+$/.test(new URL(mediaUrl).pathname)

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
