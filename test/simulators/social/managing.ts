import type { Hono } from 'hono'
import { call, type World } from './calls.ts'
import { addMedia, getConversation } from './media.ts'
import { getMedia } from './reading.ts'
import { badParameter, blocked, noPermission, notPublishable } from './refusals.ts'

/** Reposting, and hiding replies (social facts, section 4). */
export function managingRoutes(app: Hono, world: World): void {
  const { state, clock, switches } = world

  app.post(
    '/v1.0/:id/repost',
    call(world, 'threads_content_publish', (given) => {
      if (switches.blocked) throw blocked(switches.blocked)
      const reposted = getMedia(world, given)
      if (clock.now() - reposted.publishedAt < switches.unknownForMs.reply) throw notPublishable(reposted.id)
      if (reposted.mediaType === 'REPOST_FACADE') throw badParameter('A repost cannot be reposted')
      return { id: addMedia(world, { mediaType: 'REPOST_FACADE', reposted: reposted.id }).id }
    }),
  )

  app.post(
    '/v1.0/:id/manage_reply',
    call(world, 'threads_manage_replies', (given) => {
      const reply = getMedia(world, given)
      const { hide } = given.parameters
      if (hide !== 'true' && hide !== 'false') throw badParameter('The parameter hide is required')
      if (reply.root === undefined) throw badParameter('Only replies can be hidden')
      if (state.media.get(reply.root)?.username !== state.profile.username) throw noPermission()
      // Deeper replies follow the one at the top, and cannot be hidden separately.
      if (reply.repliedTo !== reply.root) throw badParameter('Only top-level replies can be hidden')
      const below = getConversation(state, reply.root).filter(({ id }) => isBelow(id, reply.id))
      for (const each of [reply, ...below]) each.hidden = hide === 'true'
      return { success: true }
    }),
  )

  const isBelow = (id: string, above: string): boolean => {
    const parent = state.media.get(id)?.repliedTo
    return parent !== undefined && (parent === above || isBelow(parent, above))
  }
}
