import * as z from 'zod/mini'
import type { KeyRecord } from '../base/access.ts'
import { asTableId } from '../base/accounts.ts'
import { channelOf, isMasked, LANGUAGES, type Language, OWNERS_TYPES, PEOPLES_TYPES } from '../base/channels.ts'
import { badInput } from '../base/errors.ts'
import {
  ADMIN,
  EVENT_ATTACHMENTS,
  type EventPattern,
  type EventsCaller,
  isOfAllAccounts,
  PATTERNS,
  productsOf,
  type StoredWebhook,
  type SubscriptionOwner,
  typesOf,
} from '../base/events.ts'
import { type Account, type AccountOf, MOST_ACCOUNTS, PRODUCTS, productOf } from '../base/groups.ts'
import { callObject, EVENTS } from '../base/objects.ts'
import type { Settings } from '../base/settings.ts'
import { encrypt, tryDecrypt } from '../upstream/store.ts'
import { getLineage } from './auth/keys.ts'
import { callbackToken } from './auth/signature.ts'
import type { Subscribed, Subscription, SubscriptionFields } from './events.types.ts'
import { checkFilter, receiver } from './http/endpoint.ts'
import { accountId, choice, converted, jsonBoolean } from './http/fields.ts'
import { reply } from './http/respond.ts'
import { REPLAYED } from './once.ts'
import type { RequestState } from './state.ts'

/** The fields of a subscription, for keys and for the admin. Built on first use. */

const LONGEST_URL = 2048
const LONGEST_DESCRIPTION = 200

export const unique = <Item>(list: readonly Item[]): Item[] => [...new Set(list)]

/** Whether events may be delivered to it depends on the origin of the gateway (endpoint.ts). */
const url = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'is required'),
      z.maxLength(LONGEST_URL, `must have at most ${LONGEST_URL} characters`),
    )
    .check(
      z.meta({
        description:
          'Where the events go: https, on a public host, without credentials. The webhook of a chat (Slack, Discord, Google Chat, Microsoft Teams, Telegram) and an e-mail address get a sentence for people instead',
        examples: ['https://hooks.example.com/latchkey'],
      }),
    )

const types = () =>
  z.pipe(z.array(choice(PATTERNS)).check(z.minLength(1, 'must name a type at least')), z.transform(unique)).check(
    z.meta({
      description:
        'The event types to receive, of groups that the key opens. `recorder.*` means all of an area and `*` all, also later ones',
      examples: [['recorder.file.ready', 'workspace.row.updated']],
    }),
  )

/** The most accounts that there are. */
const MOST_NAMED = PRODUCTS.length + MOST_ACCOUNTS

const accounts = () =>
  z.pipe(
    z
      .array(accountId())
      .check(
        z.minLength(1, 'must name at least one account'),
        z.maxLength(MOST_NAMED, `must name at most ${MOST_NAMED} accounts`),
      ),
    z.transform(unique),
  )

const include = () =>
  z.pipe(z.array(choice(EVENT_ATTACHMENTS)), z.transform(unique)).check(
    z.meta({
      description: 'What to include in a delivery in addition to the event, where its type has it',
      examples: [['transcript', 'summary']],
    }),
  )

/** With dashes, as in events. */
const dataSourceId = () =>
  converted(z.string(), (text, refuse) => {
    const id = asTableId(text)
    if (!id) refuse('must be the id of a data source or of its database, a UUID')
    return id ?? z.NEVER
  })

const MOST_PROPERTIES = 100

const filter = () =>
  z
    .strictObject({
      data_source_id: z.optional(dataSourceId()).check(
        z.meta({
          description: 'Only rows of this data source, or of this database; the filter of a view is not applied',
        }),
      ),
      properties: z
        .optional(
          z
            .array(z.string().check(z.minLength(1), z.maxLength(500)))
            .check(z.minLength(1, 'must name a property at least'), z.maxLength(MOST_PROPERTIES)),
        )
        .check(
          z.meta({
            description: 'Only where one of these properties changed, by their names; a new page always counts',
          }),
        ),
    })
    .check(
      z.meta({
        description: 'Limits the pages and rows of the workspace; without it, all of them',
        examples: [{ data_source_id: '2f1c0de0-0003-4000-8000-000000000001', properties: ['Stage'] }],
      }),
    )

const language = () =>
  z.optional(choice(LANGUAGES)).check(
    z.meta({
      description: 'The language of messages to people; that of Accept-Language, or en, unless given',
      examples: ['ko'],
    }),
  )

const purpose = () =>
  z
    .string()
    .check(z.maxLength(LONGEST_DESCRIPTION, `must have at most ${LONGEST_DESCRIPTION} characters`))
    .check(z.meta({ description: 'What the subscription is for', examples: ['Minutes into Notion'] }))

export const subscriptionChange = () =>
  z.strictObject({
    url: z.optional(url()),
    types: z.optional(types()),
    accounts: z.optional(z.nullable(accounts())).check(
      z.meta({
        description: 'The accounts whose events it gets; null for those that the key opens now',
        examples: [['recorder', 'workspace']],
      }),
    ),
    include: z.optional(include()),
    filter: z
      .optional(z.nullable(filter()))
      .check(z.meta({ description: 'Which pages and rows of the workspace; null for all' })),
    description: z
      .optional(z.nullable(purpose()))
      .check(z.meta({ description: 'What the subscription is for; null for nothing' })),
    language: language(),
    enabled: z.optional(jsonBoolean()).check(
      z.meta({
        description: 'false pauses it, and events that occur while paused are not delivered; true resumes it',
      }),
    ),
  })

/** What EVENTS changes. Throws 400 for a forbidden URL, and for a filter that applies to none of the new types. */
export function toSubscriptionChange(
  change: z.infer<ReturnType<typeof subscriptionChange>>,
  askedAt: string,
  settings: Settings,
) {
  const { url, types, accounts, include, filter, description, language, enabled } = change
  if (types) {
    checkFilter(filter, types)
    checkNamed(accounts, types)
  }
  return {
    // EVENTS compares a masked one with the stored one.
    ...(url !== undefined && { url: isMasked(url) ? url : receiver(url, askedAt, settings) }),
    ...(language && { language }),
    ...(types && { types }),
    ...(accounts !== undefined && { accounts }),
    ...(include && { include }),
    ...(filter !== undefined && { filter }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled }),
  }
}

export const newSubscription = () => ({
  json: z.strictObject({
    url: url(),
    types: z.optional(types()),
    accounts: z.optional(accounts()).check(
      z.meta({
        description:
          'The accounts whose events it gets, of those that the key opens; those that the key opens now unless given. `account.*` and `owner.*` are about all',
        examples: [['recorder', 'workspace']],
      }),
    ),
    include: z.optional(include()),
    filter: z.optional(filter()),
    description: z.optional(purpose()),
    language: language(),
  }),
})

/** Who asks for a subscription, and how. */
interface Asking extends Pick<RequestState, 'settings' | 'isAdmin'> {
  askedAt: string
  preferred: Language
}

/** What a new subscription stores. Throws 400 for a forbidden URL, and for a webhook without types. */
export function toSubscription(
  asked: z.infer<ReturnType<typeof newSubscription>['json']>,
  { askedAt, preferred, settings, isAdmin }: Asking,
): SubscriptionFields {
  const { accounts = null, include = [], filter = null, description = null, language = preferred } = asked
  const url = receiver(asked.url, askedAt, settings)
  const usual = isAdmin ? OWNERS_TYPES : PEOPLES_TYPES
  const types = asked.types ?? (channelOf(url) === 'webhook' ? undefined : [...usual])
  if (!types) throw badInput('types: is required', ['types'])
  checkFilter(filter, types)
  checkNamed(accounts, types)
  return { url, types, accounts, include, filter, description, language, origin: new URL(askedAt).origin }
}

/** Throws 400 for accounts of which no type tells anything. */
function checkNamed(accounts: readonly Account[] | null | undefined, types: readonly EventPattern[]): void {
  const told = typesOf(types)
  if (!accounts || told.some(isOfAllAccounts)) return
  const products = new Set(told.flatMap(productsOf))
  if (!accounts.some((account) => products.has(productOf(account))))
    throw badInput('accounts: names no account that `types` tells of', ['accounts'])
}

/** The URL to which a product pushes changes of an account, and the tokens that it signs with. */

export const WEBHOOK_PURPOSE = 'latchkey webhook'
type WebhookAccount = AccountOf<'workspace'>

/** The path to which a product reports of an account: that of the product, and the name of the account behind it. */
export const hookPath = (account: Account): string => `/hooks/${account.replace(':', '/')}`

const place = (account: WebhookAccount) => `webhook/${account}`

/** Throws 500 with CREDENTIALS_KEY when it is not set, because then the URL could be guessed. */
export const webhookUrl = async (settings: Settings, origin: string, account: WebhookAccount): Promise<string> =>
  `${origin}${hookPath(account)}/${await callbackToken(settings, WEBHOOK_PURPOSE, account)}`

export interface Webhook extends Omit<StoredWebhook, 'tokens' | 'waiting'> {
  /** Newest first. */
  tokens: string[]
  /** A token that was received since one has signed. It signs nothing until the owner takes it. */
  waiting: string | undefined
  /** What EVENTS knows each of them by. */
  ivs: string[]
}

/** Undefined before the product's handshake. Throws 503 when EVENTS cannot be reached. */
export async function readWebhook(settings: Settings, account: WebhookAccount): Promise<Webhook | undefined> {
  const stored = await callObject(settings, EVENTS, (events) => events.webhookTokens.find(account))
  if (!stored) return undefined
  // A token of another data key can sign nothing here.
  const open = (encrypted: StoredWebhook['tokens'][number]) => tryDecrypt(settings, place(account), encrypted)
  const opened = await Promise.all(
    stored.tokens.map(async (encrypted) => {
      const token = await open(encrypted)
      return token === undefined ? [] : [{ token, iv: encrypted.iv }]
    }),
  )
  const known = opened.flat()
  const waiting = stored.waiting && (await open(stored.waiting))
  return { ...stored, tokens: known.map(({ token }) => token), waiting, ivs: known.map(({ iv }) => iv) }
}

export async function storeWebhookToken(settings: Settings, account: WebhookAccount, token: string): Promise<void> {
  const encrypted = await encrypt(settings, place(account), token)
  await callObject(settings, EVENTS, (events) => events.webhookTokens.store(account, encrypted))
}

/**
 * The response to a request that creates a subscription: 200 without the secret for one that existed.
 *
 * @param about what the answer says beside it
 */
export function toSubscribedReply<About extends object>(about: About, { subscription, secret, state }: Subscribed) {
  const body = { ...subscription, ...about, ...(secret !== undefined && { secret }) }
  return reply(body, state === 'existing' ? 200 : 201, state === 'replayed' ? REPLAYED : {})
}

/**
 * A subscription as the caller may see it. Knowing the URL may be enough to send to it, so neither a model nor a
 * read-only key can read it.
 */
export function toVisibleSubscription({ caller, isAdmin, isTool }: RequestState, subscription: Subscription) {
  const { id, types, host, enabled, created_at, key_id } = subscription
  if (!isAdmin && caller?.lineage !== key_id) return { id, types, host, enabled, created_at }
  const { url, ...rest } = subscription
  return isTool || caller?.readOnly ? rest : { ...rest, url }
}

/** A page of attempts from the result of EVENTS, which has one more than requested when there are more. */
export function toPage<Attempt extends { id: string }>(attempts: readonly Attempt[], limit: number) {
  const deliveries = attempts.slice(0, limit)
  return { deliveries, next_before: attempts.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
}

/**
 * Notifies EVENTS in the background that an account was connected or disconnected. If that fails, EVENTS detects it
 * later.
 */
export function reportAccountEvent({ settings, upstream }: RequestState, account: Account): void {
  upstream.waitUntil?.(callObject(settings, EVENTS, (events) => events.accountChanged(account)).catch(() => {}))
}

/** The caller as the owner of a new subscription. */
export function toSubscriber({ caller, isAdmin, settings }: RequestState): SubscriptionOwner {
  if (isAdmin) return { id: ADMIN, name: ADMIN, licence: settings.licence }
  if (!caller) throw new Error('the access policy of the operation lets nobody else through')
  const { lineage, name, licence, groups, accounts, readOnly, expiresAt } = caller
  return {
    id: lineage,
    name,
    licence,
    ...(groups && { groups }),
    ...(accounts && { accounts }),
    ...(readOnly && { readOnly }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** A stored key as the owner of its subscriptions. */
export const subscriberIn = (record: KeyRecord): SubscriptionOwner => {
  const { name, licence, groups, accounts, read_only: readOnly, disabled, expires_at } = record
  return {
    id: getLineage(record),
    name,
    licence,
    ...(groups && { groups }),
    ...(accounts && { accounts }),
    ...(readOnly && { readOnly }),
    ...(disabled && { disabled }),
    ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
  }
}

/** The caller as EVENTS needs it for calls about subscriptions. */
export function toAsker({ caller, isAdmin }: RequestState): EventsCaller {
  if (isAdmin) return null
  if (!caller) throw new Error('the access policy of the operation lets nobody else through')
  const { lineage: id, groups = null, accounts, isNamed, isGrant } = caller
  return { id, groups, accounts, namedKey: isNamed && !isGrant ? caller.id : undefined }
}
