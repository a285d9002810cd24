import type { ComponentChildren } from 'preact'
import type { OwnedSubscription, Subscription } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { getReceivedTypes } from './names.ts'
import { shortenUrl } from './url.ts'

type Listed = OwnedSubscription & Partial<Pick<Subscription, 'url' | 'channel' | 'description' | 'key_id'>>

interface SubscriptionListProps<Item extends Listed> {
  subscriptions: readonly Item[]
  /** The buttons of a subscription, which name it. */
  actions?: (subscription: Item, name: string) => ComponentChildren
}

/** Subscriptions by their endpoint and what they are about. */
export function SubscriptionList<Item extends Listed>({ subscriptions, actions }: SubscriptionListProps<Item>) {
  const { words } = useTexts(firstTexts)
  return (
    <ul>
      {subscriptions.map((subscription) => {
        const { id, host, url, channel, description, types, key_id } = subscription
        // The gateway masks the addresses of people itself.
        const name = url && channel === 'webhook' ? shortenUrl(url) : (url?.replace('https://', '') ?? host)
        return (
          <li key={id}>
            <strong>{name}</strong>{' '}
            <span class="soft">
              {description && <bdi>{description}: </bdi>}
              {getReceivedTypes(types, key_id)
                .map((type) => words.eventTypes[type])
                .join(', ')}
            </span>
            {actions && <div class="actions">{actions(subscription, name)}</div>}
          </li>
        )
      })}
    </ul>
  )
}
