import * as z from 'zod'
import { shapeReader } from '../../upstream/shape.ts'
import type { Metric } from './answers.ts'
import { isoUtc } from './timestamps.ts'

/** The `metric` lists to ask for (social facts, section 5). Demographics stand apart: they take no time range. */
export const POST_METRICS = 'views,likes,replies,reposts,quotes,shares'
export const ACCOUNT_METRICS = 'views,likes,replies,reposts,quotes,clicks,followers_count'

/** The earliest moment that the product keeps account insights of, in Unix seconds. */
export const FIRST_INSIGHT = 1_712_991_600

const productMetric = () =>
  z.object({
    name: z.string(),
    values: z.array(z.object({ value: z.number(), end_time: z.string().nullish() })).nullish(),
    total_value: z.object({ value: z.number() }).nullish(),
    link_total_values: z.array(z.object({ value: z.number(), link_url: z.string() })).nullish(),
  })
type ProductMetric = z.output<ReturnType<typeof productMetric>>

const readMetrics = shapeReader('social', () => z.object({ data: z.array(productMetric()) }))

/**
 * Reads insights of a post or of the account into one shape, by metric name. The product tells a count as a list of
 * values (a single one for a post, one per day for the account's views), as a total, or, for clicks, per link. A post
 * of somebody else, reposted, has no metrics. Throws 502 when the answer holds no insights.
 */
export const metricsOf = (answer: unknown): Record<string, Metric> =>
  Object.fromEntries(readMetrics(answer).data.map((metric) => [metric.name, metricOf(metric)]))

function metricOf({ values, total_value, link_total_values }: ProductMetric): Metric {
  if (total_value) return { total: total_value.value }
  if (link_total_values) {
    return {
      total: sum(link_total_values),
      links: link_total_values.map(({ link_url: url, value }) => ({ url, value })),
    }
  }
  const days = (values ?? []).flatMap(({ end_time, value }) =>
    end_time ? [{ ended_at: isoUtc(end_time), value }] : [],
  )
  return { total: sum(values ?? []), ...(days.length > 0 && { days }) }
}

const sum = (counts: readonly { value: number }[]) => counts.reduce((total, { value }) => total + value, 0)
