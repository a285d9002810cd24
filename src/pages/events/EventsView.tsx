import { useState } from 'preact/hooks'
import type { Subscription } from '../api/event-types.ts'
import { endSubscription, fetchEvents } from '../api/events.ts'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { SourcesSection } from './SourcesSection.tsx'
import { getHost, SubscriptionCard } from './SubscriptionCard.tsx'

/** Subscriptions, their deliveries, and the event sources. */
export function EventsView() {
  const { events: texts, views } = useTexts()
  const { value, error, reload, setValue } = useLoaded(fetchEvents)
  const [ending, setEnding] = useState<Subscription>()
  const [said, setSaid] = useState('')
  const close = () => setEnding(undefined)
  const put = (changed: Subscription) =>
    setValue(
      (last) =>
        last && { ...last, subscriptions: last.subscriptions.map((one) => (one.id === changed.id ? changed : one)) },
    )
  const drop = (id: string) =>
    setValue((last) => last && { ...last, subscriptions: last.subscriptions.filter((one) => one.id !== id) })
  return (
    <>
      <h1 tabIndex={-1}>{views.events}</h1>
      <p class="lead">
        {texts.lead} <a href="/docs#events">{texts.guide}</a>
      </p>
      <p role="status" class="said">
        {said}
      </p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value?.subscriptions.length === 0 && <p class="empty card">{texts.empty}</p>}
      {value?.subscriptions.map((subscription) => (
        <SubscriptionCard
          key={subscription.id}
          subscription={subscription}
          onChanged={put}
          onEnd={setEnding}
          onSaid={setSaid}
        />
      ))}
      {value && (
        <SourcesSection
          sources={value.sources}
          onAsked={(sources) => {
            setValue((last) => last && { ...last, sources })
            setSaid(texts.askedNow)
          }}
        />
      )}
      {ending && (
        <Confirm
          title={texts.endTitle(getHost(ending))}
          body={texts.endBody}
          action={texts.end}
          onClose={close}
          onConfirmed={async () => {
            await endSubscription(ending.id)
            drop(ending.id)
            setSaid(texts.ended)
            close()
          }}
        />
      )}
    </>
  )
}
