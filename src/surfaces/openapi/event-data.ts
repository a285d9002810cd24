import * as z from 'zod'
import { accountEvents } from '../../accounts/events.answers.ts'
import type { EventType } from '../../base/event-types.ts'
import { notesEvents } from '../../groups/notes/events.answers.ts'
import { paymentEvents } from '../../groups/payment/events.answers.ts'
import { recorderEvents } from '../../groups/recorder/events.answers.ts'
import { shopEvents } from '../../groups/shop/events.answers.ts'
import { socialEvents } from '../../groups/social/events.answers.ts'
import { workspaceEvents } from '../../groups/workspace/events.answers.ts'

const test = () => z.object({ message: z.string().describe('That this is a test') }).describe('No more than a sentence')

/** The `data` of each type of events, as its group declares it. */
export const EVENT_DATA: Readonly<Record<EventType, () => z.ZodObject>> = {
  ...recorderEvents,
  ...notesEvents,
  ...workspaceEvents,
  ...shopEvents,
  ...paymentEvents,
  ...socialEvents,
  ...accountEvents,
  'latchkey.test': test,
}
