import { fetchEvents } from '../api/events.ts'
import type { KeyRecord } from '../api/types.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useLoaded } from '../ui/task.ts'

interface Props {
  record: KeyRecord
  /** What happens to them. */
  outcome?: string
  /** What is shown without any. */
  none?: string
}

/** What a key has set up: its subscriptions. */
export function KeySubscriptions({ record: { lineage }, outcome = '', none }: Props) {
  const { keys: texts } = useTexts()
  const { value, error, reload } = useLoaded(fetchEvents)
  const own = value?.subscriptions.filter(({ key_id }) => key_id === lineage) ?? []
  return (
    <>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {value && own.length === 0 && none && <p class="soft">{none}</p>}
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
