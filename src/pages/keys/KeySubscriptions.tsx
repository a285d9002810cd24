import { fetchEvents } from '../api/events.ts'
import type { KeyRecord } from '../api/types.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useLoaded } from '../ui/task.ts'

interface Props {
  record: KeyRecord
  /** What happens to them. */
  outcome: string
}

/** The subscriptions of a key, shown before it is revoked or rotated. */
export function KeySubscriptions({ record: { lineage }, outcome }: Props) {
  const { keys: texts } = useTexts()
  const { value, error, reload } = useLoaded(fetchEvents)
  const own = value?.subscriptions.filter(({ key_id }) => key_id === lineage) ?? []
  return (
    <>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {own.length > 0 && (
        <section aria-label={texts.subscriptions(own.length)}>
          <p>
            {texts.subscriptions(own.length)} {outcome}
          </p>
          <SubscriptionList subscriptions={own} />
        </section>
      )}
    </>
  )
}
