import { type EventType, typesOf } from '../../base/events.ts'
import type { Account } from '../api/accounts.ts'
import { ApiError } from '../api/call.ts'
import type { Subscription } from '../api/types.ts'
import type { Texts } from '../text/texts.ts'

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

/** Why an attempt failed, in the language of the page. The gateway's messages are a closed list (objects/events). */
export function describeDeliveryError({ events }: Texts, error: string): string {
  const status = /^the endpoint answered (\d{3})$/.exec(error)?.[1]
  if (status) return events.answered(status)
  const seconds = /^no answer within (\d+) s$/.exec(error)?.[1]
  if (seconds) return events.noAnswerWithin(seconds)
  if (error.startsWith('the endpoint redirects')) return events.redirects
  if (error === 'the endpoint is gone') return events.answered('410')
  return error === 'the connection broke' ? events.broke : events.notSent
}

/** How many types a title names. */
const MOST_NAMED = 2

/** What a subscription is called: its description, or what it is about. Two hooks of one service look different by that. */
export function getTitle(
  { events, words }: Texts,
  { description, types }: Pick<Subscription, 'description' | 'types'>,
) {
  if (description) return description
  const all = typesOf(types)
  const named = all.slice(0, MOST_NAMED).map((type) => words.eventTypes[type])
  return named.join(', ') + (all.length > MOST_NAMED ? ` ${events.andMore(all.length - MOST_NAMED)}` : '')
}

/** Who created it. */
export function getOwner({ events }: Texts, { key_id, key_name }: Pick<Subscription, 'key_id' | 'key_name'>): string {
  if (key_id === 'admin') return events.thisApp
  return key_id === 'deployment' ? events.deploymentKey : key_name
}

/** Whether a text may be the URL of an endpoint. The gateway checks the rest. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text.trim())
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url?.protocol === 'https:' || isHere
}

/** The most characters of a path that are shown. */
const LONGEST_END = 6

/** The host of an endpoint and the end of its path, which tells endpoints of one service apart. All of it may be a secret. */
export function shortenUrl(text: string): string {
  const { host, pathname, search } = new URL(text)
  const path = (pathname + search).slice(1)
  return path === '' ? host : `${host}/…${path.slice(-Math.min(LONGEST_END, Math.ceil(path.length / 3)))}`
}

/** Whether the gateway refused the URL: its message then begins with the name of the field. */
export const refusesUrl = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_input' && error.message.startsWith('url: ')
