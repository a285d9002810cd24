import type { Hono } from 'hono'
import { call, checkUser, type Parameters, type World } from './calls.ts'
import { formatTimestamp, getConversation, getReplies } from './media.ts'
import { badParameter, noSuchObject, unlinked } from './refusals.ts'
import type { Media, State } from './state.ts'

const DAY = 86_400
/** Days end at midnight on the American west coast. */
const END_OF_DAY = 8 * 3600
/** The earliest range of account insights, in Unix seconds (social facts, section 5). */
const EARLIEST = 1_712_991_600

const POST_METRICS = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const
const TOTALS = ['likes', 'replies', 'reposts', 'quotes'] as const
const ACCOUNT_METRICS = ['views', ...TOTALS, 'clicks', 'followers_count'] as const

/** Insights of a post and of the account, each in its own format. Demographics are not simulated. */
export function insightRoutes(app: Hono, world: World): void {
  const { state, switches, clock } = world

  app.get(
    '/v1.0/:id/insights',
    call(world, 'threads_manage_insights', ({ c, parameters }) => {
      const id = c.req.param('id') ?? ''
      const media = state.media.get(id)
      if (!media) throw noSuchObject(c.req.method, id)
      const names = getMetrics(parameters, POST_METRICS)
      // A repost shows somebody else's post.
      if (media.mediaType === 'REPOST_FACADE') return { data: [] }
      return {
        data: names.map((name) => ({
          name,
          period: 'lifetime',
          values: [{ value: name === 'replies' ? countReplies(state, media) : media.metrics[name] }],
          title: `${name[0]?.toUpperCase()}${name.slice(1)}`,
          description: `The number of ${name} of your post.`,
          id: `${id}/insights/${name === 'replies' ? 'thread_replies' : name}/lifetime`,
        })),
      }
    }),
  )

  app.get(
    '/v1.0/:user/threads_insights',
    call(world, 'threads_manage_insights', (given) => {
      checkUser(world, given)
      const names = getMetrics(given.parameters, ACCOUNT_METRICS)
      if (switches.unlinked && names.includes('followers_count')) throw unlinked(switches.unlinked)
      const isRanged = given.parameters.since !== undefined || given.parameters.until !== undefined
      if (isRanged && names.includes('followers_count') && switches.followersInRange === 'refused')
        throw badParameter('Param since and until are not supported for followers_count')
      const { since, until } = toRange(given.parameters, Math.floor(clock.now() / 1000))
      const link = (from: number, to: number) => {
        const url = new URL(given.c.req.url)
        url.searchParams.set('since', String(from))
        url.searchParams.set('until', String(to))
        return url.href
      }
      return {
        data: names.map((name) => ({
          name,
          period: 'day',
          ...toCounts(state, name, since, until),
          title: name,
          description: `The number of ${name} of your profile.`,
          id: `${state.profile.id}/insights/${name}/day`,
        })),
        paging: { previous: link(2 * since - until, since), next: link(until, 2 * until - since) },
      }
    }),
  )
}

function getMetrics<const Name extends string>({ metric }: Parameters, known: readonly Name[]): Name[] {
  if (!metric) throw badParameter('The parameter metric is required')
  return metric.split(',').map((asked) => {
    const name = known.find((candidate) => candidate === asked)
    if (!name) throw badParameter(`Param metric[0] must be one of {${known.join(', ')}}`)
    return name
  })
}

/** A root post counts its whole conversation, a reply what answers it directly. */
const countReplies = (state: State, { id, repliedTo }: Media) =>
  (repliedTo === undefined ? getConversation(state, id) : getReplies(state, id)).length

function toRange({ since, until }: Parameters, now: number) {
  const seconds = (text: string) => {
    if (!/^\d+$/.test(text)) throw badParameter('Params since and until must be Unix timestamps')
    return Number(text)
  }
  const end = until === undefined ? now : seconds(until)
  const start = since === undefined ? end - 2 * DAY : seconds(since)
  if (start < EARLIEST) throw badParameter(`Param since must not be before ${EARLIEST}`)
  if (start >= end) throw badParameter('Param since must be earlier than until')
  return { since: start, until: end }
}

function toCounts(state: State, name: (typeof ACCOUNT_METRICS)[number], since: number, until: number) {
  if (name === 'views') return { values: viewsByDay(since, until) }
  if (name === 'clicks') {
    return { link_total_values: [...state.clicks].map(([link_url, value]) => ({ value, link_url })) }
  }
  if (name === 'followers_count') return { total_value: { value: state.followers } }
  const own = [...state.media.values()].filter(
    ({ username, publishedAt }) =>
      username === state.profile.username && publishedAt >= since * 1000 && publishedAt <= until * 1000,
  )
  const counts = own.map((media) => (name === 'replies' ? getReplies(state, media.id).length : media.metrics[name]))
  return { total_value: { value: counts.reduce((sum, count) => sum + count, 0) } }
}

function viewsByDay(since: number, until: number) {
  const values = []
  const first = Math.ceil((since - END_OF_DAY) / DAY) * DAY + END_OF_DAY
  for (let end = first; end <= until; end += DAY) {
    values.push({ value: 120 + (((end / DAY) % 7) | 0) * 31, end_time: formatTimestamp(end * 1000) })
  }
  return values
}
