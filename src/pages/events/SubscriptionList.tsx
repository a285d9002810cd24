import type { ComponentChildren } from 'preact'
import type { OwnedSubscription } from '../api/event-types.ts'

interface Props<Item extends OwnedSubscription> {
  subscriptions: readonly Item[]
  /** The buttons of a subscription. */
  actions?: (subscription: Item) => ComponentChildren
}

/** Subscriptions by the host of their URL, because the rest may be a secret. */
export function SubscriptionList<Item extends OwnedSubscription>({ subscriptions, actions }: Props<Item>) {
  return (
    <ul>
      {subscriptions.map((subscription) => (
        <li key={subscription.id}>
          <strong>{subscription.host}</strong> <span class="soft">{subscription.types.join(', ')}</span>
          {actions && <div class="actions">{actions(subscription)}</div>}
        </li>
      ))}
    </ul>
  )
}
