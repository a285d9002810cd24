import type { Hono } from 'hono'
import { type Call, call, checkUser, type Parameters, type World } from './calls.ts'
import { containerFields } from './containers.ts'
import { getConversation, getReplies, newestFirst, select, show } from './media.ts'
import { page } from './pages.ts'
import { badParameter, noPermission, noStatus, noSuchObject, notPublishable } from './refusals.ts'
import type { Media } from './state.ts'
import { overDaily } from './usage.ts'

/** The post or reply that the path names. */
export function getMedia({ state }: World, { c }: Call): Media {
  const id = c.req.param('id') ?? ''
  const media = state.media.get(id)
  if (!media) throw noSuchObject(c.req.method, id)
  return media
}

/** Unix seconds, or another format of the product's date parser, in epoch milliseconds. */
function getTime(parameters: Parameters, name: 'since' | 'until'): number | undefined {
  const text = parameters[name]
  if (text === undefined) return undefined
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(time)) throw badParameter(`Param ${name} is not a valid date`)
  return time
}

/** The posts in the requested range. */
export function published(posts: Media[], parameters: Parameters): Media[] {
  const since = getTime(parameters, 'since') ?? 0
  const until = getTime(parameters, 'until') ?? Number.POSITIVE_INFINITY
  if (since >= until) throw badParameter('Param since must be earlier than until')
  return posts.filter(({ publishedAt }) => publishedAt >= since && publishedAt <= until)
}

/** Reading and deleting posts (social facts, section 4). */
export function readingRoutes(app: Hono, world: World): void {
  const { state, clock } = world
  const listed = (posts: Media[], { c, parameters }: Call) =>
    page(posts, parameters, new URL(c.req.url), (post) => show(state, post, parameters.fields))

  const replies = (find: typeof getReplies) =>
    call(world, 'threads_read_replies', (given) => {
      const found = find(state, getMedia(world, given).id).sort(newestFirst)
      // Reverse chronological by default.
      return listed(given.parameters.reverse === 'false' ? found.reverse() : found, given)
    })

  app.get(
    '/v1.0/:user/threads',
    call(world, 'threads_basic', (given) => {
      checkUser(world, given)
      const own = [...state.media.values()].filter(
        ({ username, repliedTo, isItem }) => username === state.profile.username && !repliedTo && !isItem,
      )
      return listed(published(own, given.parameters).sort(newestFirst), given)
    }),
  )

  app.get(
    '/v1.0/me/replies',
    call(world, 'threads_read_replies', (given) => {
      const own = [...state.media.values()].filter(
        ({ username, repliedTo }) => username === state.profile.username && repliedTo !== undefined,
      )
      return listed(published(own, given.parameters).sort(newestFirst), given)
    }),
  )
  app.get('/v1.0/:id/replies', replies(getReplies))
  app.get('/v1.0/:id/conversation', replies(getConversation))

  app.get(
    '/v1.0/:id',
    call(world, 'threads_basic', (given) => {
      const { c, parameters } = given
      const id = c.req.param('id') ?? ''
      if (id === 'me' || id === state.profile.id) return select({ ...state.profile }, parameters.fields)
      const container = state.containers.get(id)
      const isUnknown = container && clock.now() - container.createdAt < world.switches.unknownForMs.look
      if (isUnknown) throw notPublishable(id)
      if (container?.published && world.switches.publishedContainer === 'no status') throw noStatus()
      if (container?.published && world.switches.publishedContainer === 'unknown') throw noSuchObject('GET', id)
      if (container) return select(containerFields(world, container), parameters.fields, 'id,status')
      return show(state, getMedia(world, given), parameters.fields)
    }),
  )

  app.delete(
    '/v1.0/:id',
    call(world, 'threads_delete', (given) => {
      const media = getMedia(world, given)
      if (media.username !== state.profile.username) throw noPermission()
      overDaily(world, 'deletes')
      state.usage.deletes.push(clock.now())
      state.media.delete(media.id)
      return { success: true, deleted_id: media.id }
    }),
  )
}
