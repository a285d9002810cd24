import { useEffect, useRef, useState } from 'preact/hooks'
import type { Subscription } from '../api/event-types.ts'
import { fetchEvents } from '../api/events.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { SourcesSection } from './SourcesSection.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import { TellDialog } from './TellDialog.tsx'

/** How long a delivery may take until its result is stored, in milliseconds. */
const DELIVERY_MS = 3_000

/** Who is notified of what, and where events come from. */
export function EventsView() {
  const { events: texts, views } = useTexts()
  const { value, error, reload, setValue } = useLoaded(fetchEvents)
  const [isTelling, setTelling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const put = (changed: Subscription) =>
    setValue(
      (last) =>
        last && { ...last, subscriptions: last.subscriptions.map((one) => (one.id === changed.id ? changed : one)) },
    )
  /** Shows the state after a delivery, at once and when it must be done. */
  const follow = () => {
    reload()
    clearTimeout(timer.current)
    timer.current = setTimeout(reload, DELIVERY_MS)
  }
  const open = () => setTelling(true)
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.events}</h1>
        <Button look="primary" onClick={open}>
          {texts.tell}
        </Button>
      </div>
      <p class="lead">{texts.lead}</p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value?.subscriptions.length === 0 && (
        <Empty picture="bell">
          <p>{texts.empty}</p>
        </Empty>
      )}
      {value && value.subscriptions.length > 0 && (
        <section class="rows" aria-labelledby="subscriptions">
          <h2 id="subscriptions" class="unseen">
            {texts.subscriptions}
          </h2>
          {value.subscriptions.map((subscription) => (
            <SubscriptionCard key={subscription.id} subscription={subscription} onChanged={put} onDelivered={follow} />
          ))}
        </section>
      )}
      {value && (
        <SourcesSection
          sources={value.sources}
          onAsked={(sources) => setValue((last) => last && { ...last, sources })}
        />
      )}
      {isTelling && <TellDialog onMade={reload} onClose={() => setTelling(false)} />}
    </>
  )
}
