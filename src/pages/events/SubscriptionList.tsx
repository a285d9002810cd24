import type { ComponentChildren } from 'preact'
import type { OwnedSubscription } from '../api/event-types.ts'
import { useTexts } from '../text/language.tsx'

interface Props<Item extends OwnedSubscription> {
  subscriptions: readonly Item[]
  /** The buttons of a subscription. */
  actions?: (subscription: Item) => ComponentChildren
}

/** Subscriptions by the host of their URL, because the rest may be a secret. */
export function SubscriptionList<Item extends OwnedSubscription>({ subscriptions, actions }: Props<Item>) {
  const { words } = useTexts()
  return (
    <ul>
      {subscriptions.map((subscription) => (
        <li key={subscription.id}>
          <strong>{subscription.host}</strong>{' '}
          <span class="soft">{subscription.types.map((type) => words.eventTypes[type]).join(', ')}</span>
          {actions && <div class="actions">{actions(subscription)}</div>}
        </li>
      ))}
    </ul>
  )
}
