import * as z from 'zod'
import { TYPES } from '../../base/events.ts'
import { subscription } from '../../gateway/events.outputs.ts'

/** Output schemas of the overview of events. Built at first use. */
export const source = () =>
  z.object({
    name: z.string().describe('The account, and what of it is asked for'),
    types: z.array(z.enum(TYPES)).describe('The event types it provides'),
    is_watched: z.boolean().describe('Whether it has subscribers; without any it is not polled'),
    polled_at: z.iso.datetime().nullable().describe('When it was asked last, ISO 8601 in UTC; null for never'),
    next_poll_at: z.iso
      .datetime()
      .nullable()
      .describe('When it is asked next, ISO 8601 in UTC; null for not at all, or for at once if it has subscribers'),
    failures: z.int().describe('How often in a row it has failed'),
    last_error: z.string().nullable().describe('Why it failed last'),
  })

const sources = () => z.array(source()).describe('Where events come from')

export const eventsOverview = () =>
  z.object({
    subscriptions: z.array(subscription()).describe('Those of all keys'),
    sources: sources(),
  })

export const eventSources = () => z.object({ sources: sources() })
