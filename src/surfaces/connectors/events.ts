import { type EventAttachment, type EventType, TYPES } from '../../base/event-types.ts'
import { isFiltered } from '../../base/events.ts'
import { CATALOGUE } from '../../groups/events/catalogue.ts'
import type { Json } from '../json-schema.ts'
import { type Group, TASKS } from './tasks.ts'
import { toDescription } from './text.ts'

/** What a trigger of a connector waits for. */
export interface TriggerEvent {
  readonly type: EventType
  readonly product: string
  /** What happens, in a few words. */
  readonly label: string
  readonly description: string
  /** The texts that a delivery can have in addition. */
  readonly include: readonly EventAttachment[]
  /** Whether a subscription may be to one table only. */
  readonly hasTable: boolean
  readonly sample: Json
}

/** All types of events, without that of a test. */
export const TRIGGER_EVENTS: readonly TriggerEvent[] = TYPES.filter((type) => type !== 'latchkey.test').map((type) => {
  const { description, include, example } = CATALOGUE[type]
  const product = TASKS[type.split('.')[0] as Group]?.product ?? 'Latchkey'
  const what = toDescription(description.split(/[:,]/)[0] ?? '')
  return {
    type,
    product,
    label: product === 'Latchkey' ? what : `${product}: ${what}`,
    description,
    include,
    hasTable: isFiltered(type),
    sample: { id: 'evt_2cQ1m7', type, timestamp: '2026-11-20T00:00:00.000Z', data: example as Json },
  }
})
