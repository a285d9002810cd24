import type { OwnedSubscription } from '../../base/events.ts'
import type { Settings } from '../../base/settings.ts'
import { reachEvents } from '../../gateway/events.ts'

export interface Warning {
  code: string
  message: string
  /** The affected subscriptions. */
  subscriptions?: OwnedSubscription[]
}

const counted = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`
const verb = (count: number) => (count === 1 ? 'was' : 'were')

/** Warnings about subscriptions that need a decision or a repair. Empty when EVENTS does not respond. */
export async function subscriptionWarnings(settings: Settings): Promise<Warning[]> {
  const problems = await reachEvents(settings, (events) => events.subscriptionProblems()).catch(() => undefined)
  if (!problems) return []
  const { previousKey, limitedKey, unreadable } = problems
  const warning = (code: string, found: OwnedSubscription[], message: (count: number) => string): Warning[] =>
    found.length === 0 ? [] : [{ code, message: message(found.length), subscriptions: found }]
  return [
    ...warning(
      'subscriptions_previous_key',
      previousKey,
      (count) =>
        `${counted(count, 'subscription')} ${verb(count)} made with a previous API key: keep or delete each, since anyone who had that key reads what is delivered`,
    ),
    ...warning(
      'subscriptions_limited_key',
      limitedKey,
      (count) =>
        `${counted(count, 'subscription')} ${verb(count)} paused, because the API key is disabled, has expired, or does not open what they need any more`,
    ),
    ...warning(
      'subscription_secrets_unreadable',
      unreadable,
      (count) =>
        `the secret of ${counted(count, 'subscription')} cannot be decrypted: set the CREDENTIALS_KEY that it was stored with, or make a new secret by POST /events/subscriptions/{id}/secret`,
    ),
  ]
}
