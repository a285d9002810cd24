import type { Hono } from 'hono'
import { type Call, call, checkUser, type World } from './calls.ts'
import { newestFirst, show } from './media.ts'
import { page } from './pages.ts'
import { published } from './reading.ts'
import { badParameter } from './refusals.ts'
import type { Media } from './state.ts'
import { overDaily } from './usage.ts'

/** Searches find nothing before this, in Unix seconds: the start of the product (social facts, section 4). */
const EARLIEST = 1_688_540_400

/** Mentions of the account, and the text search (social facts, section 4). */
export function searchingRoutes(app: Hono, world: World): void {
  const { state, switches, clock } = world

  /** One page, with cursors and without links to its neighbours. */
  const listed = (posts: Media[], { c, parameters }: Call) => {
    if (/^\d+$/.test(parameters.since ?? '') && Number(parameters.since) < EARLIEST)
      throw badParameter(`Param since must be greater than or equal to ${EARLIEST}`)
    const { data, paging } = page(posts, parameters, new URL(c.req.url), (post) => show(state, post, parameters.fields))
    return { data, ...(paging && { paging: { cursors: paging.cursors } }) }
  }

  const all = () => [...state.media.values()].filter(({ isItem, reposted }) => !isItem && !reposted)

  app.get(
    '/v1.0/:user/mentions',
    call(world, 'threads_manage_mentions', (given) => {
      checkUser(world, given)
      const { username } = state.profile
      const found = all().filter((post) => post.username !== username && post.text?.includes(`@${username}`))
      return listed(published(found, given.parameters).sort(newestFirst), given)
    }),
  )

  app.get(
    '/v1.0/keyword_search',
    call(world, 'threads_keyword_search', (given) => {
      const { q, search_type = 'TOP' } = given.parameters
      if (!q) throw badParameter('The parameter q is required')
      if (search_type !== 'TOP' && search_type !== 'RECENT')
        throw badParameter('Param search_type must be one of {TOP, RECENT}')
      const now = clock.now()
      overDaily(world, 'searches')
      const found = all().filter(
        ({ text, username }) =>
          text?.toLowerCase().includes(q.toLowerCase()) &&
          (switches.isSearchApproved || username === state.profile.username),
      )
      // A search that finds nothing is free.
      if (found.length > 0) state.usage.searches.push(now)
      const order = search_type === 'RECENT' ? newestFirst : mostLikedFirst
      return listed(published(found, given.parameters).sort(order), given)
    }),
  )
}

const mostLikedFirst = (a: Media, b: Media) => b.metrics.likes - a.metrics.likes || newestFirst(a, b)
