import { OWNERS_TYPES } from '../../base/channels.ts'
import { ADMIN, EVENT_TYPES, type EventPattern, type EventType, OWNERS_GROUP, typesOf } from '../../base/events.ts'
import type { Product } from '../api/accounts.ts'
import { ApiError } from '../api/call.ts'
import type { Attempt, Subscription } from '../api/types.ts'
import type { ChannelsTexts } from '../text/channels.ts'
import type { EventsTexts } from '../text/events.ts'
import type { FirstTexts } from '../text/first.ts'
import { shortenUrl } from './url.ts'

/** The events of each product, the most wanted first. Events of every account are under null. */
export const EVENTS_BY_ACCOUNT: readonly (readonly [product: Product | null, types: readonly EventType[]])[] = [
  ['recorder', ['recorder.file.ready', 'recorder.file.updated']],
  ['shop-seller', ['shop.ordersheet.created', 'shop.return.created', 'shop.inquiry.created']],
  ['payment', ['payment.bill.paid', 'payment.bill.cancelled', 'payment.bill.expired', 'payment.points.low']],
  ['notes', ['notes.note.created', 'notes.note.updated']],
  [
    'workspace',
    [
      'workspace.row.created',
      'workspace.row.updated',
      'workspace.comment.created',
      'workspace.page.created',
      'workspace.page.updated',
      'workspace.page.trashed',
    ],
  ],
  ['social', ['social.reply.created']],
  ['shop-consumer', ['shop.order.created']],
  [null, OWNERS_TYPES],
]

/** Whether some of these types are events of a product. */
export const hasEventsOf = (types: readonly EventType[], product: Product): boolean =>
  EVENTS_BY_ACCOUNT.some(([one, offered]) => one === product && offered.some((type) => types.includes(type)))

/** Only a subscription of the owner reports the owner's changes, also by `*`. */
export const mayReceive = (keyId: string | undefined, type: EventType): boolean =>
  keyId === ADMIN || EVENT_TYPES[type] !== OWNERS_GROUP

/** The types that a subscription receives. @param keyId its owner */
export const getReceivedTypes = (types: readonly EventPattern[], keyId: string | undefined): EventType[] =>
  typesOf(types).filter((type) => mayReceive(keyId, type))

/** Whether a delivery of these types may contain the transcript and the summary. */
export const hasContent = (types: readonly EventType[]): boolean =>
  types.some((type) => /^(?:recorder|notes)\./.test(type))

/** The status in a reason, where the endpoint has answered. */
export const findStatus = (error: string | null): string | undefined => / answered (\d{3})\b/.exec(error ?? '')?.[1]

/**
 * Why an attempt failed, in the language of the page. The gateway's messages are a closed list (objects/events). What a
 * chat itself says follows in its own words.
 */
export function describeDeliveryError(events: EventsTexts, error: string): string {
  const status = findStatus(error)
  const words = / answered \d{3}: (.+)$/s.exec(error)?.[1]
  if (status) return events.answered(status) + (words ? ` (${words})` : '')
  const seconds = /^no answer within (\d+) s$/.exec(error)?.[1]
  if (seconds) return events.noAnswerWithin(seconds)
  if (error.startsWith('the endpoint redirects')) return events.redirects
  if (error === 'the endpoint is gone') return events.answered('410')
  if (error.includes('does not deliver to this address any more')) return events.noAddress
  if (error.includes('asks to wait')) return events.asksToWait
  if (error.includes('cannot send e-mail')) return events.noEmail
  const code = /did not take the e-mail: (\w+)$/.exec(error)?.[1]
  if (code) return events.mailRefused(code)
  return error === 'the connection broke' ? events.broke : events.notSent
}

/** Whether it was a test, which is no event that could be sent again. */
export const isTest = ({ type, request_body }: Pick<Attempt, 'type' | 'request_body'>): boolean =>
  type === 'latchkey.test' || /"test":true\}$/.test(request_body ?? '')

/** How many types a title names. */
const MOST_NAMED = 2

/** What a subscription is called: its description, or its types. */
function getName(
  events: EventsTexts,
  words: FirstTexts['words'],
  { description, types, key_id }: Pick<Subscription, 'description' | 'types' | 'key_id'>,
): string {
  if (description) return description
  const all = getReceivedTypes(types, key_id)
  if (all.length > 1 && all.every((type) => /^(?:account|owner)\./.test(type))) return events.accountEvents
  const named = all.slice(0, MOST_NAMED).map((type) => words.eventTypes[type])
  return named.join(', ') + (all.length > MOST_NAMED ? ` ${events.andMore(all.length - MOST_NAMED)}` : '')
}

type Titled = Pick<Subscription, 'id' | 'description' | 'types' | 'key_id' | 'channel' | 'url'>

/** Subscriptions with their titles. Where two would be equal, each also has its chat or address, and a number if need be. */
export function withTitles<One extends Titled>(
  subscriptions: readonly One[],
  { events, channels, words }: { events: EventsTexts; channels: ChannelsTexts; words: FirstTexts['words'] },
): { subscription: One; title: string }[] {
  const named = subscriptions.map((subscription) => ({ subscription, title: getName(events, words, subscription) }))
  const withPlaces = changeEqual(named, ({ subscription, title }) => {
    const { channel, url } = subscription
    return `${title} (${channel === 'webhook' ? shortenUrl(url) : channel === 'email' ? url : channels.names[channel]})`
  })
  return changeEqual(withPlaces, ({ title }, place) => `${title} ${place + 1}`)
}

/** @param change the title of one that others have as well, by its place among these */
function changeEqual<One extends { title: string }>(all: readonly One[], change: (one: One, place: number) => string) {
  return all.map((one) => {
    const equal = all.filter(({ title }) => title === one.title)
    return equal.length > 1 ? { ...one, title: change(one, equal.indexOf(one)) } : one
  })
}

/** The name of its creator. */
export function getOwner(events: EventsTexts, { key_id, key_name }: Pick<Subscription, 'key_id' | 'key_name'>): string {
  if (key_id === 'admin') return events.thisApp
  return key_id === 'deployment' ? events.deploymentKey : key_name
}

/** Whether a text may be the URL of an endpoint. The gateway checks the rest. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text.trim())
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return url?.protocol === 'https:' || isHere
}

/** The address of a subscription. The gateway masks the addresses of people itself. */
export const getPlace = (channels: ChannelsTexts, { channel, url }: Pick<Subscription, 'channel' | 'url'>): string =>
  channel === 'webhook' ? shortenUrl(url) : `${channels.names[channel]} (${url.replace('https://', '')})`

/** Why no gateway sends to an address, in the language of the page. The gateway's messages are a closed list (base/url). */
export function describeRefusedUrl(events: EventsTexts, message: string): string {
  if (message.includes('public internet')) return events.urlPrivate
  if (message.includes('no user name')) return events.urlPassword
  if (message.includes('this gateway itself')) return events.urlOwn
  return message.includes('visible part') ? events.urlMasked : events.urlWrong
}

/** Whether the gateway refused the URL: its message then begins with the name of the field. */
export const refusesUrl = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_input' && error.message.startsWith('url: ')
