import type { Subscription } from '../api/event-types.ts'
import { useTexts } from '../text/language.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import type { Tone } from '../ui/Notice.tsx'

type Word = NonNullable<Subscription['disabled_reason']> | 'on' | 'failed'

/** Each state has its own shape in addition to its colour. */
const LOOKS: Record<Word, [IconName, Tone | 'none']> = {
  on: ['good', 'good'],
  failed: ['warn', 'warn'],
  owner: ['empty', 'none'],
  gone: ['bad', 'bad'],
  failing: ['wrong', 'bad'],
  key: ['key', 'warn'],
}

export function SubscriptionState({ subscription }: { subscription: Subscription }) {
  const { events } = useTexts()
  const { disabled_reason, failing_since } = subscription
  const word = disabled_reason ?? (failing_since ? 'failed' : 'on')
  const [icon, tone] = LOOKS[word]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {events.states[word]}
    </p>
  )
}
