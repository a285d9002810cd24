import { EVENT_TYPES, type EventAttachment, type EventType, OWNERS_GROUP, TYPES } from '../../base/events.ts'
import { type Account, groupOfAccount, PRODUCTS, type Product, productOf } from '../../base/groups.ts'
import { opens } from '../../gateway/auth/access.ts'
import { opensAccount } from '../../gateway/auth/accounts.ts'
import { readOwnerSettings } from '../../gateway/owner-settings.ts'
import type { RequestState } from '../../gateway/state.ts'
import { UpstreamContext } from '../../upstream/context.ts'
import { isConnected } from '../../upstream/credentials.ts'

/** An event type as the API returns it. */
interface CataloguedType {
  readonly description: string
  /** The account that produces it. Undefined for types of every account, null for types without an account. */
  readonly account?: Product | null
  readonly include: readonly EventAttachment[]
  /** Part of the `data` of an event. It has the fields that the group's list operation returns. */
  readonly example: Readonly<Record<string, unknown>>
}

const BOTH: readonly EventAttachment[] = ['transcript', 'summary']

const RECORDING = {
  id: 'ce76d4f944e6c60acb08d71d3efdf599',
  filename: 'Weekly meeting',
  start_time: 1_795_244_400_000,
  duration: 3_480_000,
  edit_time: 1_795_248_480,
  is_trans: true,
  is_summary: true,
}
const NOTE = {
  guid: 'note-0024',
  title: 'Weekly meeting',
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T01:00:00.000Z',
  webUrl: 'https://tiro.ooo/n/note-0024',
}
const ROW = {
  id: '2f1c0de0-0005-4000-8000-000000000005',
  title: 'Hangang bridge',
  url: 'https://app.notion.com/p/2f1c0de0000540008000000000000005',
  data_source_id: '2f1c0de0-0003-4000-8000-000000000001',
  last_edited_time: '2026-11-20T00:00:00.000Z',
  in_trash: false,
  is_archived: false,
  simple_properties: { Name: 'Hangang bridge', Stage: 'Done', Budget: 1_200_000 },
  changed_properties: ['Stage'],
  as_of: '2026-11-20T00:00:40.000Z',
}
const PAGE = {
  id: '2f1c0de0-0009-4000-8000-000000000001',
  title: 'Handbook',
  url: 'https://app.notion.com/p/2f1c0de0000940008000000000000001',
  data_source_id: null,
  last_edited_time: '2026-11-20T00:00:00.000Z',
  in_trash: false,
  is_archived: false,
  changed_properties: [],
  as_of: '2026-11-20T00:02:00.000Z',
}
const ACCOUNT = {
  account: 'recorder' as const,
  group: 'recorder',
  state: 'ok',
  identity: 'Mina (mina@example.com)',
  message: null,
  hint: null,
  expires_at: '2026-12-20T00:00:00.000Z',
}

/** Every event type, in the order in which they are listed. */
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
  'workspace.page.created': {
    description: 'A page was created, in a table or not',
    account: 'workspace',
    include: [],
    example: { ...PAGE, changed_properties: null },
  },
  'workspace.page.updated': {
    description: 'A page has changed, in a table or not: its properties or its content',
    account: 'workspace',
    include: [],
    example: PAGE,
  },
  'workspace.page.trashed': {
    description: 'A page was moved to the trash',
    account: 'workspace',
    include: [],
    example: { ...PAGE, in_trash: true },
  },
  'workspace.row.created': {
    description: 'A table has a new row',
    account: 'workspace',
    include: [],
    example: { ...ROW, changed_properties: null },
  },
  'workspace.row.updated': { description: 'A row has changed', account: 'workspace', include: [], example: ROW },
  'workspace.comment.created': {
    description: 'Somebody commented on a page',
    account: 'workspace',
    include: [],
    example: { id: '2f1c0de0-0008-4000-8000-000000000001', page_id: ROW.id, author: '김지우', text: 'Done' },
  },
  'shop.order.created': {
    description: 'The customer has ordered something',
    account: 'shop-consumer',
    include: [],
    example: {
      order_id: '25000123456789',
      ordered_at: '2026-11-20T00:00:00.000Z',
      ordered_at_kst: '2026-11-20T09:00:00.000+09:00',
      title: 'A box of pencils',
      rows: [
        { order_id: '25000123456789', line_no: 0, product_name: 'A box of pencils', quantity: 1, line_amount: 10_500 },
      ],
    },
  },
  'shop.ordersheet.created': {
    description: 'An order sheet came in to the seller',
    account: 'shop-seller',
    include: [],
    example: {
      shipmentBoxId: '642539071006421631',
      orderedAt: '2026-11-20T09:00:00.000+09:00',
      status: 'ACCEPT',
    },
  },
  'shop.return.created': {
    description: 'A customer asked the seller for a return, or cancelled an order',
    account: 'shop-seller',
    include: [],
    example: {
      receipt_id: '366000001',
      order_id: '24000123456789',
      type: 'RETURN',
      status: 'RETURNS_UNCHECKED',
      created_at: '2026-11-20T09:00:00+09:00',
    },
  },
  'shop.inquiry.created': {
    description: 'A customer asked the seller a question',
    account: 'shop-seller',
    include: [],
    example: {
      inquiry_id: '301000001',
      type: 'product',
      status: 'unanswered',
      asked_at: '2026-11-20T09:00:00+09:00',
      question: '언제 배송되나요?',
    },
  },
  'payment.bill.paid': {
    description: 'A bill was paid',
    account: 'payment',
    include: [],
    example: {
      bill_id: 'bill-20261120-1',
      appr_state: 'F',
      appr_pay_type: 'CARD',
      appr_dt: '20261120090000',
      appr_price: '33000',
      appr_num: '00112240',
    },
  },
  'payment.bill.cancelled': {
    description: 'A paid bill was cancelled: the customer gets the money back',
    account: 'payment',
    include: [],
    example: { bill_id: 'bill-20261120-1', appr_state: 'C', appr_cancel_dt: '20261121093000', appr_price: '33000' },
  },
  'payment.bill.expired': {
    description: 'The last day of a bill has passed, and nobody paid it',
    account: 'payment',
    include: [],
    example: { bill_id: 'bill-20261120-2', appr_state: 'W' },
  },
  'payment.points.low': {
    description: 'The points for sending bills run low: fewer than 5,500 are left, for about 100 messages',
    account: 'payment',
    include: [],
    example: { purse: 'partner', points: 5445, charge_url: 'https://charge.payssam.example/partner' },
  },
  'social.reply.created': {
    description: 'Somebody replied to a post of the account',
    account: 'social',
    include: [],
    example: {
      id: '17910000000001481',
      text: 'When do you open?',
      published_at: '2026-11-20T00:00:00.000Z',
      username: 'reader',
      reply_to: '17910000000000371',
    },
  },
  'account.expiring': {
    description: 'The credential of an account ends, 14 days, 7 days and 1 day ahead',
    include: [],
    example: { ...ACCOUNT, state: 'expires_soon', message: 'the credential expires at 2026-12-20T00:00:00.000Z' },
  },
  'account.rejected': {
    description: 'The service of an account no longer accepts its credential: reconnect it',
    include: [],
    example: {
      ...ACCOUNT,
      state: 'rejected',
      message: 'the recorder account was rejected by its service: reconnect it',
      hint: 'reconnect it on the page of this gateway',
    },
  },
  'account.unreachable': {
    description: 'The service of an account has not worked for an hour, and calls of it failed',
    include: [],
    example: {
      ...ACCOUNT,
      state: 'unreachable',
      message: 'the recorder service did not answer in time',
      hint: 'its service cannot be used at the moment: try again later',
    },
  },
  'account.recovered': {
    description: 'An account works again that was rejected, or whose service did not work',
    include: [],
    example: ACCOUNT,
  },
  'account.connected': {
    description: 'An account was connected, by its owner or with an invite link',
    include: [],
    example: { ...ACCOUNT, connected_by: 'link' },
  },
  'owner.changed': {
    description:
      'The owner signed in on a new device, replaced or disconnected an account, made a key, or made, moved, paused or deleted a subscription; only for subscriptions of the owner',
    account: null,
    include: [],
    example: {
      change: 'account_replaced',
      by: 'passkey',
      device: 'iPhone, Safari, Seoul',
      target: 'payment',
      at: '2026-11-20T00:00:00.000Z',
    },
  },
  'latchkey.test': {
    description: 'A test of a subscription, which is delivered whatever its types are',
    account: null,
    include: [],
    example: { message: 'This is a test.' },
  },
}

/** The account of a sample. */
export const sampleAccount = (type: EventType) => {
  const { account } = CATALOGUE[type]
  return account === undefined ? ACCOUNT.account : account
}

/** A sample delivery of the type for the documents. */
export const toSample = (type: EventType) => ({
  type,
  timestamp: '2026-11-20T00:00:00.000Z',
  account: sampleAccount(type),
  data: CATALOGUE[type].example,
})

/** The accounts whose events a caller may get. */
export async function readAccounts(state: RequestState): Promise<Account[]> {
  const { caller, isAdmin } = state
  const { accounts: named = [] } = await readOwnerSettings(state)
  return [...PRODUCTS, ...named].filter(
    (account) =>
      isAdmin ||
      (caller && opens(caller, { group: groupOfAccount(account), reads: true }) && opensAccount(caller, account)),
  )
}

/**
 * The event types that the connected accounts can produce, for a key only types of its groups. Does not call a product.
 */
export async function givenTypes(state: RequestState) {
  const { isAdmin, settings, platform, upstream } = state
  const accounts = await readAccounts(state)
  const connected = new Set<Product>()
  await Promise.all(
    accounts.map(async (account) => {
      // An account whose record cannot be read may still be connected.
      const part = new UpstreamContext(settings, platform, upstream).use(account)
      if (await isConnected(part, productOf(account)).catch(() => true)) connected.add(productOf(account))
    }),
  )
  const isGiven = (account: Product | null | undefined) =>
    account === undefined ? connected.size > 0 : account === null || connected.has(account)
  const isSeen = (type: EventType) => isAdmin || EVENT_TYPES[type] !== OWNERS_GROUP
  return TYPES.filter((type) => isSeen(type) && isGiven(CATALOGUE[type].account)).map((type) => {
    const { description, include } = CATALOGUE[type]
    return { type, group: EVENT_TYPES[type], description, include: [...include], sample: toSample(type) }
  })
}
