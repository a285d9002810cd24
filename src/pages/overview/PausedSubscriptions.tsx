import { useState } from 'preact/hooks'
import type { OwnedSubscription } from '../api/event-types.ts'
import { enableSubscription, endSubscription } from '../api/events.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useTask } from '../ui/task.ts'

/** Subscriptions that were paused with their key. The owner resumes or deletes each. */
export function PausedSubscriptions({ subscriptions }: { subscriptions: readonly OwnedSubscription[] }) {
  const { overview: texts } = useTexts()
  const [decided, setDecided] = useState<readonly string[]>([])
  const { busy, error, run } = useTask()
  const decide = (id: string, act: () => Promise<unknown>) =>
    run(async () => {
      await act()
      setDecided((before) => [...before, id])
    })
  const left = subscriptions.filter(({ id }) => !decided.includes(id))
  return (
    <>
      {left.length === 0 && <p role="status">{texts.allDecided}</p>}
      <SubscriptionList
        subscriptions={left}
        actions={({ id, host }) => (
          <>
            <Button
              busy={busy}
              aria-label={`${texts.keep}: ${host}`}
              onClick={() => decide(id, () => enableSubscription(id, true))}
            >
              {texts.keep}
            </Button>
            <Button
              look="quiet"
              busy={busy}
              aria-label={`${texts.drop}: ${host}`}
              onClick={() => decide(id, () => endSubscription(id))}
            >
              {texts.drop}
            </Button>
          </>
        )}
      />
      <div role="alert">
        <Failure error={error} />
      </div>
    </>
  )
}
