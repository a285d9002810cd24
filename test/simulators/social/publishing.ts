import type { Hono } from 'hono'
import { call, checkUser, type World } from './calls.ts'
import { getStatus, parseContainer } from './containers.ts'
import { addMedia } from './media.ts'
import { badParameter, blocked, EmptyFailure, notPublishable } from './refusals.ts'
import type { Container, Media } from './state.ts'
import { overDaily } from './usage.ts'

/** Creating containers and publishing them (social facts, section 3). */
export function publishingRoutes(app: Hono, world: World): void {
  const { state } = world

  app.post(
    '/v1.0/:user/threads',
    call(world, 'threads_content_publish', (given) => {
      checkUser(world, given)
      if (world.switches.blocked) throw blocked(world.switches.blocked)
      if (given.parameters.reply_to_id !== undefined) state.tokens.permit(given.token, 'threads_manage_replies')
      const container = parseContainer(world, given.parameters)
      // Only text can be published without the publishing step.
      const publishesItself = container.mediaType === 'TEXT' && given.parameters.auto_publish_text === 'true'
      if (publishesItself) return { id: publish(world, container).id }
      state.containers.set(container.id, container)
      return { id: container.id }
    }),
  )

  app.post(
    '/v1.0/:user/threads_publish',
    call(world, 'threads_content_publish', (given) => {
      checkUser(world, given)
      const id = given.parameters.creation_id
      if (!id) throw badParameter('The parameter creation_id is required')
      const container = state.containers.get(id)
      if (!container || container.draft.isItem || getStatus(world, container) !== 'FINISHED') throw notPublishable(id)
      if (world.clock.now() - container.createdAt < world.switches.unknownForMs.publish) throw notPublishable(id)
      const { id: published } = publish(world, container)
      if (world.switches.silentPublishing) throw new EmptyFailure()
      return { id: published }
    }),
  )
}

function publish(world: World, container: Container): Media {
  const { state, clock } = world
  const now = clock.now()
  const counted = container.draft.repliedTo === undefined ? 'posts' : 'replies'
  overDaily(world, counted)
  state.usage[counted].push(now)
  container.published = true

  const children = container.draft.children?.flatMap((id) => {
    const item = state.containers.get(id)
    if (!item) return []
    item.published = true
    return [addMedia(world, item.draft).id]
  })
  return addMedia(world, { ...container.draft, ...(children && { children }) })
}
