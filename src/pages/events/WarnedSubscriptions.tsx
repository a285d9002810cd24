import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import type { OwnedSubscription } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Button } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { SubscriptionList } from './SubscriptionList.tsx'

interface Props {
  /** The code of the warning about them. */
  code: string
  subscriptions: readonly OwnedSubscription[]
}

/** The subscriptions of a warning on the overview. */
export const WarnedSubscriptions = ({ code, subscriptions }: Props) =>
  code === 'subscription_secrets_unreadable' ? (
    <SubscriptionList subscriptions={subscriptions} />
  ) : (
    <PausedSubscriptions subscriptions={subscriptions} />
  )

/** Subscriptions that were paused with their key. The owner resumes or deletes each. */
function PausedSubscriptions({ subscriptions }: { subscriptions: readonly OwnedSubscription[] }) {
  const { overview: texts } = useTexts(firstTexts)
  const [decided, setDecided] = useState<readonly string[]>([])
  const { busy, error, run } = useTask()
  const decide = (id: string, act: () => Promise<unknown>) =>
    run(async () => {
      await act()
      setDecided((before) => [...before, id])
    })
  // A warning has the hosts only, which several may share.
  const { value } = useLoaded(() => call('admin_get_events'))
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
              onClick={() =>
                decide(id, () => call('events_change_subscription', { path: { id }, body: { enabled: true } }))
              }
            >
              {texts.keep}
            </Button>
            <Button
              variant="quiet"
              busy={busy}
              aria-label={`${texts.drop}: ${name}`}
              onClick={() => decide(id, () => call('events_delete_subscription', { path: { id } }))}
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
