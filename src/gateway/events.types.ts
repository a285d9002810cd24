import type * as z from 'zod/mini'
import type { Account } from '../base/groups.ts'
import type * as answers from './events.outputs.ts'

/** A subscription as the API returns it. */
export type Subscription = z.output<ReturnType<typeof answers.subscription>>
/** A subscription of a key, for the person who changes the key. */
export type OwnedSubscription = z.output<ReturnType<typeof answers.ownedSubscription>>
/** One delivery attempt. */
export type Attempt = z.output<ReturnType<typeof answers.attempt>>
/** Restricts a subscription to certain pages and rows of the workspace. */
export type EventFilter = NonNullable<Subscription['filter']>

/** Subscriptions that need a decision of the deployment's owner. */
export interface SubscriptionProblems {
  /** Created with a key that was replaced or deleted. */
  previousKey: OwnedSubscription[]
  /** Created with a key that is disabled, has expired, or lacks the required groups. */
  limitedKey: OwnedSubscription[]
  /** Subscriptions whose secret cannot be decrypted. */
  unreadable: OwnedSubscription[]
}

/** What its owner chooses. */
export interface SubscriptionFields
  extends Pick<Subscription, 'url' | 'types' | 'include' | 'filter' | 'description' | 'language'> {
  /** The accounts whose events it gets. Absent or null for those that its key opens when it is made. */
  accounts?: readonly Account[] | null | undefined
  /** The gateway's own address as the request used it, for the links in messages to people. */
  origin: string
}

/** What a request for a subscription led to. */
export interface Subscribed {
  subscription: Subscription
  /** Undefined for an existing subscription, null for a channel for people, whose messages are not signed. */
  secret: string | null | undefined
  /**
   * `existing`: the owner already had the same subscription. `replayed`: the response is that of an earlier request
   * with the same Idempotency-Key.
   */
  state: 'created' | 'existing' | 'replayed'
}
