import { useEffect, useRef, useState } from 'preact/hooks'
import type { OwnedSubscription } from '../api/event-types.ts'
import { enableSubscription, endSubscription, fetchEvents } from '../api/events.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useLoaded, useTask } from '../ui/task.ts'

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
  // A warning has the hosts only, which several may share.
  const { value } = useLoaded(fetchEvents)
  const left = subscriptions
    .filter(({ id }) => !decided.includes(id))
    .map((one) => value?.subscriptions.find(({ id }) => id === one.id) ?? one)
  const list = useRef<HTMLDivElement>(null)
  // The pressed button is gone with its row.
  useEffect(() => {
    if (decided.length > 0) list.current?.querySelector<HTMLElement>('button, p')?.focus()
  }, [decided])
  return (
    <div ref={list}>
      {left.length === 0 && (
        <p role="status" tabIndex={-1}>
          {texts.allDecided}
        </p>
      )}
      <SubscriptionList
        subscriptions={left}
        actions={({ id }, name) => (
          <>
            <Button
              busy={busy}
              aria-label={`${texts.keep}: ${name}`}
              onClick={() => decide(id, () => enableSubscription(id, true))}
            >
              {texts.keep}
            </Button>
            <Button
              look="quiet"
              busy={busy}
              aria-label={`${texts.drop}: ${name}`}
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
    </div>
  )
}
