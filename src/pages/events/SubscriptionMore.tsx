import { typesOf } from '../../base/events.ts'
import type { Subscription } from '../api/event-types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { AttemptsTable } from './AttemptsTable.tsx'
import { getOwner } from './names.ts'

interface Props {
  subscription: Subscription
  title: string
  /** Changing the number reloads the deliveries. */
  reloads: number
  onDelivered: () => void
  onOpen: (dialog: 'edit' | 'secret' | 'end') => void
  /** Undefined while it is paused. */
  onPause: (() => void) | undefined
}

/** All that a subscription receives, its deliveries, and what changes it. */
export function SubscriptionMore({ subscription, title, reloads, onDelivered, onOpen, onPause }: Props) {
  const all = useTexts()
  const { events: texts, words } = all
  const { id, types, include } = subscription
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{texts.types}</dt>
          <dd>
            {[
              ...typesOf(types).map((type) => words.eventTypes[type]),
              ...include.map((part) => texts.parts[part]),
            ].join(', ')}
          </dd>
        </div>
        <div>
          <dt>{texts.by}</dt>
          <dd>
            <bdi>{getOwner(all, subscription)}</bdi>
          </dd>
        </div>
      </dl>
      <div class="actions">
        <Button look="quiet" aria-label={`${texts.edit}: ${title}`} onClick={() => onOpen('edit')}>
          {texts.edit}
        </Button>
        {onPause && (
          <Button look="quiet" aria-label={`${texts.stop}: ${title}`} data-switch onClick={onPause}>
            {texts.stop}
          </Button>
        )}
        <Button look="quiet" aria-label={`${texts.newSecret}: ${title}`} onClick={() => onOpen('secret')}>
          {texts.newSecret}
        </Button>
        <Button look="quiet" aria-label={`${texts.end}: ${title}`} onClick={() => onOpen('end')}>
          {texts.end}
        </Button>
      </div>
      <AttemptsTable id={id} title={title} reloads={reloads} onDelivered={onDelivered} />
    </>
  )
}
