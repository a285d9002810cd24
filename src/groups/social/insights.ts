import { Hono } from 'hono'
import * as z from 'zod/mini'
import { GatewayError } from '../../base/errors.ts'
import { at, items, list, number, text } from '../../base/json.ts'
import { SUCCESS } from '../../gateway/http/envelope.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { BudgetSpent } from '../../upstream/context.ts'
import * as inputs from './group.ts'
import { inOrder, OUT_OF_ORDER, pointInTime, read } from './group.ts'
import type { Counts, Metric, OwnPost, Post } from './outputs.ts'
import { type Connection, connect, eachAtOnce, inUnixSeconds, isoUtc, parseEntries } from './threads.ts'

export const insights = () => ({
  query: z
    .strictObject({
      since: pointInTime(
        'The start of the range, together with until; the last two days when both are absent',
        '2026-11-01',
      ),
      until: pointInTime('The end of the range, together with since', '2026-11-21'),
    })
    .check(
      z.refine(inOrder, OUT_OF_ORDER),
      z.refine(({ since, until }) => (since === undefined) === (until === undefined), {
        path: ['since'],
        error: 'must come together with until',
      }),
      z.refine(({ since }) => since === undefined || since >= FIRST_INSIGHT, {
        path: ['since'],
        error: 'must not be before 2024-04-13T07:00:00Z, the start of insights',
      }),
    ),
})

/** The `metric` lists to request. Demographics are missing because they need a breakdown. */
export const POST_METRICS = 'views,likes,replies,reposts,quotes,shares'
const RANGED_METRICS = 'views,likes,replies,reposts,quotes,clicks'
const FOLLOWERS = 'followers_count'

/** The start of the product's account insights, in epoch milliseconds. */
const FIRST_INSIGHT = 1_712_991_600_000

interface Range {
  /** Epoch milliseconds; both or neither. */
  since?: number | undefined
  until?: number | undefined
}

/**
 * Reads the metrics of the account. The follower count is left out if the product refuses it, as for a profile without
 * a linked Instagram account. It is always current and has no range, so with a range it is requested separately.
 */
async function readAccountMetrics(connection: Connection, range: Range): Promise<Record<string, Metric>> {
  const call = (metric: string, within: Range = {}) =>
    connection.call({ path: '/me/threads_insights', fields: { metric, ...inUnixSeconds(within) } })
  if (range.since === undefined) {
    const all = await call(`${RANGED_METRICS},${FOLLOWERS}`).catch(undefinedWhenRefused)
    return parseMetrics(all ?? (await call(RANGED_METRICS)))
  }
  const [ranged, followers] = await Promise.all([
    call(RANGED_METRICS, range),
    call(FOLLOWERS).catch(undefinedWhenRefused),
  ])
  return { ...parseMetrics(ranged), ...metricsIn(list(at(followers, 'data'))) }
}

/** The statuses of a refusal, whose form is not known. A product's 500 becomes 502. A dead token refuses the rest, too. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 502]

function undefinedWhenRefused(error: unknown): undefined {
  if (!(error instanceof GatewayError) || !REFUSALS.includes(error.status)) throw error
}

/**
 * Converts insights of a post or of the account to one shape, by metric name. A repost of somebody else's post has no
 * metrics. A metric with an unreadable count is left out. Throws 502 when the response contains no list of insights.
 */
export const parseMetrics = (answer: unknown): Record<string, Metric> => metricsIn(parseEntries(answer))

const metricsIn = (metrics: readonly unknown[]): Record<string, Metric> =>
  Object.fromEntries(
    items(metrics, (metric): [string, Metric] | undefined => {
      const name = text(at(metric, 'name'))
      const read = parseMetric(metric)
      return name !== null && read ? [name, read] : undefined
    }),
  )

/**
 * The product returns a count as a total, as a list by link (for clicks), or as a list of values: a single one for a
 * post, one per day for the account's views. A list with an unreadable value has no total.
 */
function parseMetric(metric: unknown): Metric | undefined {
  const total = parseCount(at(metric, 'total_value'))
  if (total !== null) return { total }
  const clicks = at(metric, 'link_total_values')
  if (Array.isArray(clicks)) return totalled(clicks, { links: items(clicks, parseLink) })
  const values = list(at(metric, 'values'))
  const days = items(values, parseDay)
  return values.length === 0 ? undefined : totalled(values, days.length === 0 ? {} : { days })
}

/** A failure that another post would meet as well. */
const isOfAll = (error: GatewayError) => error.status === 429 || error instanceof BudgetSpent

/**
 * Adds the counts to posts of the account, a few calls at a time, because the product has no list of them. A post whose
 * counts cannot be read says why. Throws when none can be read, or the token is dead.
 */
export async function addInsights(connection: Connection, posts: readonly Post[]): Promise<OwnPost[]> {
  // The product counts nothing for a repost.
  const counted = posts.flatMap(({ type }, place) => (type === 'repost' ? [] : [place]))
  const found = new Map<number, Counts>()
  const failures = new Map<number, GatewayError>()
  let ended: GatewayError | undefined
  await eachAtOnce(connection, counted, async (place) => {
    try {
      if (ended) throw ended
      const path = `/${posts[place]?.id}/insights`
      found.set(place, toCounts(await connection.call({ path, fields: { metric: POST_METRICS } })))
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status === 401) throw error
      failures.set(place, error)
      if (isOfAll(error)) ended = error
    }
  })
  const [failure] = failures.values()
  if (failure && found.size === 0) throw failure
  return posts.map((post, place) => {
    const error = failures.get(place)
    return error
      ? { ...post, insights: null, insights_error: error.message }
      : { ...post, insights: found.get(place) ?? {} }
  })
}

const toCounts = (answer: unknown): Counts =>
  Object.fromEntries(Object.entries(parseMetrics(answer)).map(([name, { total }]) => [name, total]))

const parseCount = (counted: unknown): number | null => number(at(counted, 'value'))

function totalled(counted: readonly unknown[], parts: Omit<Metric, 'total'>): Metric | undefined {
  const values = items(counted, parseCount)
  if (values.length < counted.length) return undefined
  return { total: values.reduce((total, value) => total + value, 0), ...parts }
}

function parseLink(click: unknown) {
  const url = text(at(click, 'link_url'))
  const value = parseCount(click)
  return url === null || value === null ? undefined : { url, value }
}

function parseDay(day: unknown) {
  const ended_at = isoUtc(at(day, 'end_time'))
  const value = parseCount(day)
  return ended_at === null || value === null ? undefined : { ended_at, value }
}

export const insightRoutes = new Hono<AppEnv>()
  .get(
    '/social/posts/:id/insights',
    read('social_get_post_insights', {
      summary: 'Views, likes and other counts of a post',
      description: 'Of a post of the account; the id comes from social_list_posts.',
      ko: '게시물의 조회수, 좋아요 등 통계',
      title: 'Get the numbers of a post',
      wanted: 4,
      search:
        'views of the post, likes of the post, how did the post do, how many saw my post, reach of this post, statistics of the post, shares and quotes of the post, which post did best, 글 조회수, 좋아요 몇 개, 이 글 반응, 글 통계, 몇 명이 봤, 게시물 성과, 이 글 얼마나 봤, 제일 잘된 글',
      input: inputs.post,
      handle: async (c) => {
        const path = `/${c.req.valid('param').id}/insights`
        return {
          ...SUCCESS.social,
          metrics: parseMetrics(await connect(c).call({ path, fields: { metric: POST_METRICS } })),
        }
      },
    }),
  )
  .get(
    '/social/insights',
    read('social_get_insights', {
      summary: 'Views, followers and other counts of the account',
      description: 'Of the last two days, unless `since` and `until` are given.',
      ko: '계정의 조회수, 팔로워 등 통계',
      search:
        '총 몇 번 봤, followers, did I gain followers, how many followers, views of my account this week, statistics of my account, growth, how is my Threads doing, likes in total, where are my followers from, 팔로워 몇 명, 팔로워 늘었, 계정 통계, 이번 주 조회수, 스레드 총 조회, 계정 성과, 팔로워 변화',
      title: 'Get the numbers of the account',
      input: insights,
      handle: async (c) => ({
        ...SUCCESS.social,
        metrics: await readAccountMetrics(connect(c), c.req.valid('query')),
      }),
    }),
  )
