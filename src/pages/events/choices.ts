import type { EventType } from '../../base/events.ts'
import type { Account } from '../api/accounts.ts'

/** The events of each account, the most wanted first. Those of every account are under null. */
export const EVENTS_BY_ACCOUNT: readonly (readonly [account: Account | null, types: readonly EventType[]])[] = [
  ['recorder', ['recorder.file.ready', 'recorder.file.updated']],
  ['shop-seller', ['shop.ordersheet.created', 'shop.return.created']],
  ['payment', ['payment.bill.paid', 'payment.bill.cancelled', 'payment.bill.expired']],
  ['notes', ['notes.note.created', 'notes.note.updated']],
  [
    'workspace',
    [
      ...(['workspace.row.created', 'workspace.row.updated', 'workspace.comment.created'] as const),
      ...(['workspace.page.created', 'workspace.page.updated', 'workspace.page.trashed'] as const),
    ],
  ],
  ['social', ['social.reply.created']],
  ['shop-consumer', ['shop.order.created']],
  [null, ['account.rejected', 'account.expiring', 'account.recovered']],
]

/** Whether a delivery of these types may contain the transcript and the summary. */
export const hasContent = (types: readonly EventType[]): boolean =>
  types.some((type) => /^(?:recorder|notes)\./.test(type))
