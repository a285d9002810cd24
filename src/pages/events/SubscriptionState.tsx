import type { Subscription } from '../api/event-types.ts'
import { useTexts } from '../text/language.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import type { Tone } from '../ui/Notice.tsx'

type Word = NonNullable<Subscription['disabled_reason']> | 'on' | 'failed' | 'noAccount' | 'testFailed'

/** Each state has its own shape in addition to its colour. */
const LOOKS: Record<Word, [IconName, Tone | 'none']> = {
  on: ['good', 'good'],
  failed: ['warn', 'warn'],
  noAccount: ['warn', 'warn'],
  testFailed: ['warn', 'warn'],
  owner: ['empty', 'none'],
  gone: ['bad', 'bad'],
  failing: ['wrong', 'bad'],
  key: ['key', 'warn'],
}

/** In short, how a notification is doing. What its owner decided comes first. */
export function getWord({ disabled_reason, has_account, failing_since, last_test_error }: Subscription): Word {
  if (disabled_reason) return disabled_reason
  if (!has_account) return 'noAccount'
  if (failing_since) return 'failed'
  return last_test_error ? 'testFailed' : 'on'
}

export function SubscriptionState({ subscription }: { subscription: Subscription }) {
  const { events } = useTexts()
  const word = getWord(subscription)
  const [icon, tone] = LOOKS[word]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {events.states[word]}
    </p>
  )
}
