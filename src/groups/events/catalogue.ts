import type { Account } from '../../base/connected-accounts.ts'
import type { EventAttachment, EventType } from '../../base/event-types.ts'

/** What is told of a type of events. */
export interface CataloguedType {
  readonly description: string
  /** The account that gives it; undefined for those of every account, null for those of none. */
  readonly account?: Account | null
  readonly include: readonly EventAttachment[]
  /** The `data` of one. */
  readonly example: Readonly<Record<string, unknown>>
}

const BOTH: readonly EventAttachment[] = ['transcript', 'summary']

const RECORDING = {
  file_id: '0123456789abcdef0123456789abcdef',
  name: 'Weekly meeting',
  start_time: '2026-11-20T00:00:00.000Z',
  duration_ms: 1_830_000,
}
const NOTE = { note_id: 'n_0123456789', title: 'Weekly meeting', created_at: '2026-11-20T00:00:00.000Z' }
const ACCOUNT = { account: 'recorder', group: 'recorder' }

/** Every type (decisions.md section 12.1), in the order in which it is listed. */
export const CATALOGUE: Readonly<Record<EventType, CataloguedType>> = {
  'recorder.file.ready': {
    description: 'A recording is ready for the first time: its transcript and summary can be read',
    account: 'recorder',
    include: BOTH,
    example: RECORDING,
  },
  'recorder.file.updated': {
    description: 'A recording that was ready has changed',
    account: 'recorder',
    include: BOTH,
    example: RECORDING,
  },
  'notes.note.created': { description: 'There is a new note', account: 'notes', include: BOTH, example: NOTE },
  'notes.note.updated': { description: 'A note has changed', account: 'notes', include: BOTH, example: NOTE },
  'shop.order.created': {
    description: 'The customer has ordered something',
    account: 'shop-consumer',
    include: [],
    example: { order_id: '30000000000001', ordered_at: '2026-11-20T00:00:00.000Z', title: 'A box of pencils' },
  },
  'shop.ordersheet.created': {
    description: 'An order sheet came in to the seller',
    account: 'shop-seller',
    include: [],
    example: { shipment_box_id: '642538970006401429', order_id: '500004398', ordered_at: '2026-11-20T00:00:00.000Z' },
  },
  'payment.bill.paid': {
    description: 'A bill was paid',
    account: 'payment',
    include: [],
    example: { bill_id: 'bill-20261120-1', price: 33_000, paid_at: '2026-11-20T00:00:00.000Z' },
  },
  'social.reply.created': {
    description: 'Somebody replied to a post of the account',
    account: 'social',
    include: [],
    example: { id: '17910000000001481', text: 'When do you open?', username: 'reader', reply_to: '17910000000000371' },
  },
  'account.expiring': {
    description: 'The credential of an account ends, 7 days and 1 day ahead',
    include: [],
    example: { ...ACCOUNT, expires_at: '2026-11-27T00:00:00.000Z' },
  },
  'account.rejected': {
    description: 'The service of an account no longer takes its credential: connect it anew',
    include: [],
    example: { ...ACCOUNT, message: 'the recorder account was rejected by its service: reconnect it' },
  },
  'account.recovered': { description: 'An account works again', include: [], example: ACCOUNT },
  'latchkey.test': {
    description: 'A test of a subscription, which is delivered whatever its types are',
    account: null,
    include: [],
    example: { message: 'This is a test.' },
  },
}
