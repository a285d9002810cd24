import type { Language } from '../../base/channels.ts'
import { type GatewayEvent, isOfAllAccounts, OWNER_CHANGES, OWNERS_WAYS } from '../../base/events.ts'
import { type Account, isAccount, nameOf, productOf } from '../../base/groups.ts'
import { at, identifier, list, number, text } from '../../base/json.ts'
import { DEFAULT_TIME_ZONE } from '../../base/settings.ts'
import { isTimeZone } from '../../base/time.ts'
import { type Facts, WORDS, type Words } from './words.ts'

/** An event as a person reads it, without markup. */
export interface Sentence {
  text: string
  /** What the link does, and where it leads. */
  label: string
  link: string
}

/** What a person gets at once: one sentence, or several about accounts that changed together. */
export type Message = readonly Sentence[]

/** Who reads it, and where the link leads. */
export interface Reader {
  language: Language
  /** The gateway's address. */
  origin: string
  /** The gateway's name. */
  service: string
  /** Of the owner. */
  timeZone: string
}

/** The longest text of a product that is repeated, in characters. */
const LONGEST_TITLE = 200
const LONGEST_NAME = 100

/** Control characters, and what changes the direction of a line. The joiner of emoji stays. */
const UNSEEN = /[\p{Cc}\p{Cs}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** The first half of a character that a limit has cut. */
const HALF = /[\ud800-\udbff]$/

/**
 * Text of a product, which anybody may have written: one line, without what nobody can see. A word joiner keeps a chat
 * from making a link of an address in it, or a mention of a name in it.
 */
const plain = (value: unknown, longest = LONGEST_NAME): string | undefined => {
  const line = text(value)?.replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').trim()
  if (!line) return undefined
  const short = line.length > longest ? `${line.slice(0, longest - 1).replace(HALF, '')}…` : line
  return short.replaceAll('://', ':\u2060//').replaceAll(/(?<![\p{L}\p{N}._-])@(?=\S)/gu, '@\u2060')
}

/** A title in quotes. */
const quote = (value: unknown): string | undefined => {
  const line = plain(value, LONGEST_TITLE)
  return line && `“${line}”`
}

/** Won as people read it: 33,000. */
const won = (value: unknown): string | undefined => {
  const amount = Number(identifier(value)?.replaceAll(',', '') ?? Number.NaN)
  return Number.isFinite(amount) ? amount.toLocaleString('en') : undefined
}

/** The sum of what each row costs. */
function sum(rows: unknown, ...path: readonly string[]): number | undefined {
  const amounts = list(rows).map((row) => number(at(row, ...path)))
  return amounts.length > 0 && amounts.every((amount) => amount !== null)
    ? amounts.reduce<number>((total, amount) => total + amount, 0)
    : undefined
}

/** The account of an event, or the one that the owner has changed. */
function accountOf({ type, account, data }: Omit<GatewayEvent, 'id'>): Account | undefined {
  const isOfAccount = data.change === 'account_replaced' || data.change === 'account_disconnected'
  const target = type === 'owner.changed' && isOfAccount ? text(data.target) : undefined
  return account ?? (target && isAccount(target) ? target : undefined)
}

/** The product of an account, with the name of one that is not the first. */
const productIn = (words: Words, account: Account): string =>
  words.named(words.products[productOf(account)], nameOf(account))

/** The events in a sentence or two each, in the reader's language and the owner's time. */
export function toMessage(events: readonly GatewayEvent[], reader: Reader, isTest = false): Message {
  const isRecovered = (account: Account | null) =>
    events.some((event) => event.type === 'account.recovered' && event.account === account)
  // That an account works again says that it was reconnected.
  const said = events.filter(({ type, account }) => type !== 'account.connected' || !isRecovered(account))
  return said.map((event) => toSentence(event, reader, { isTest, isAlone: said.length === 1 }))
}

function toSentence(
  event: GatewayEvent,
  reader: Reader,
  { isTest, isAlone }: { isTest: boolean; isAlone: boolean },
): Sentence {
  const { language, origin, service } = reader
  const words = WORDS[language]
  const account = accountOf(event)
  const isBroken = event.type === 'account.rejected' || event.type === 'account.expiring'
  const said =
    event.type === 'latchkey.test'
      ? words.test(service)
      : event.type === 'owner.changed'
        ? describeChange(event, account, language)
        : words.sentences[event.type](toFacts(event, account, reader))
  const label = isBroken ? words.reconnect : words.open
  // The sentences about accounts name theirs.
  const name = account && !isOfAllAccounts(event.type) ? nameOf(account) : undefined
  return {
    text: `${isTest ? words.testMark : ''}${name ? `[${name}] ` : ''}${said}`,
    label: isAlone || !account ? label : words.labelOf(label, productIn(words, account)),
    link: `${origin}/#${account ?? VIEWS[text(event.data.change) ?? ''] ?? 'events'}`,
  }
}

/** Where the app shows a change of the owner's that is about no account. */
const VIEWS: Readonly<Record<string, string>> = { signed_in: 'sign-in', key_created: 'keys' }

function describeChange({ data }: GatewayEvent, account: Account | undefined, language: Language): string {
  const words = WORDS[language]
  const change = OWNER_CHANGES.find((each) => each === data.change) ?? 'signed_in'
  const way = OWNERS_WAYS.find((each) => each === data.by)
  const target = (change === 'key_created' ? quote(data.target) : plain(data.target)) ?? ''
  const who = words.aside(plain(data.device), way && words.ways[way])
  return `${words.changes[change]({ account: words.account(productIn(words, account ?? 'recorder'), undefined), target, who })} ${words.notYou}`
}

function toFacts({ timestamp, data }: GatewayEvent, account: Account | undefined, reader: Reader): Facts {
  const words = WORDS[reader.language]
  const when = (value: unknown) => {
    const ms = Date.parse(text(value) ?? '')
    return Number.isNaN(ms) ? undefined : formatTime(ms, words.locale, reader)
  }
  const known = productOf(account ?? 'recorder')
  const items = list(data.items ?? data.orderItems)
  return {
    account: words.account(productIn(words, account ?? 'recorder'), plain(data.identity)),
    when: when(timestamp) ?? timestamp,
    ends: when(data.expires_at),
    title: quote(
      text(data.title) ??
        text(data.filename) ??
        text(data.text) ??
        text(data.question) ??
        text(data.product_nm) ??
        text(at(items[0], 'name')) ??
        at(items[0], 'vendorItemName'),
    ),
    author: plain(data.author ?? data.username),
    amount: won(data.appr_price ?? data.price ?? sum(data.rows, 'line_amount') ?? sum(data.orderItems, 'orderPrice')),
    number: plain(identifier(data.order_id ?? data.orderId ?? data.bill_id ?? data.shipmentBoxId)),
    changed: plain(
      list(data.changed_properties)
        .filter((name) => typeof name === 'string')
        .join(', '),
    ),
    isCancelled: data.type === 'CANCEL',
    points: won(data.points),
    isOfShop: data.purse === 'shop',
    times: number(data.times) ?? 1,
    isByLink: data.connected_by === 'link',
    stops: words.stops[known],
    works: words.works[known],
  }
}

/** Such as `28 November at 15:05`. A wrong setting must not keep the owner from reading that something broke. */
function formatTime(ms: number, locale: string, { timeZone: zone }: Reader): string {
  const timeZone = isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE
  const parts = { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(ms)
}
