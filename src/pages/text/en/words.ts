import type { EventType } from '../../../base/events.ts'
import type { Area } from '../../../base/groups.ts'

/** The gateway's own names, in words that people use. */
export const words = {
  /** What a key or a program may use: the product, and what it gives. */
  groups: {
    recorder: 'Plaud (recordings)',
    notes: 'Tiro (notes)',
    workspace: 'Notion (pages)',
    shop: 'Coupang (orders)',
    payment: 'PaySsam (payments)',
    video: 'YouTube (videos)',
    social: 'Threads (posts)',
    events: 'Events',
    gateway: 'Latchkey',
    admin: 'Management app',
  } satisfies Record<Area, string>,
  /** When an event happens. */
  eventTypes: {
    'recorder.file.ready': 'A recording is ready',
    'recorder.file.updated': 'A recording has changed',
    'notes.note.created': 'There is a new note',
    'notes.note.updated': 'A note has changed',
    'workspace.page.created': 'A page was created',
    'workspace.page.updated': 'A page has changed',
    'workspace.page.trashed': 'A page was moved to the trash',
    'workspace.row.created': 'A table has a new row',
    'workspace.row.updated': 'A row has changed',
    'workspace.comment.created': 'Somebody commented on a page',
    'shop.order.created': 'You ordered something',
    'shop.ordersheet.created': 'An order came in',
    'shop.return.created': 'A customer wants to return or cancel',
    'payment.bill.paid': 'A bill was paid',
    'payment.bill.cancelled': 'A paid bill was cancelled',
    'payment.bill.expired': 'Nobody paid a bill in time',
    'social.reply.created': 'Somebody replied to a post',
    'account.expiring': 'An account expires soon',
    'account.rejected': 'An account must be reconnected',
    'account.recovered': 'An account works again',
    'latchkey.test': 'Test',
  } satisfies Record<EventType, string>,
}
