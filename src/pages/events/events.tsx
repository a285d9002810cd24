import { useEffect, useRef, useState } from 'preact/hooks'
import { askNow, fetchEvents } from '../api/admin.ts'
import type { Source, Subscription } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Details, Empty, Loading, Moment } from '../ui/layout.tsx'
import { Said, useSaid } from '../ui/Said.tsx'
import { Button } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { NotifyDialog } from './notify.tsx'
import { SubscriptionCard } from './subscriptions.tsx'

interface SourcesSectionProps {
  sources: readonly Source[]
  onAsked: (sources: Source[]) => void
}

/** The event sources: when each account is polled, and why one cannot be. */
function SourcesSection({ sources, onAsked }: SourcesSectionProps) {
  const { events: texts } = useTexts()
  const { busy, error, run } = useTask()
  const { said, say } = useSaid()
  const ask = () =>
    run(async () => {
      onAsked(await askNow())
      say(texts.askedNow)
    })
  return (
    <section class="stack" aria-labelledby="sources">
      <div class="title">
        <h2 id="sources">{texts.sources}</h2>
        <Button busy={busy} onClick={ask}>
          {texts.askNow}
        </Button>
      </div>
      <Said said={said} error={error} />
      <p class="lead">{texts.sourcesLead}</p>
      {sources.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.sources}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.source}</th>
                <th scope="col">{texts.asked}</th>
                <th scope="col">{texts.askedNext}</th>
                <th scope="col">{texts.state}</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow key={source.name} source={source} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function SourceRow({
  source: { name, is_watched, polled_at, next_poll_at, last_error, failures },
}: {
  source: Source
}) {
  const { common, events: texts } = useTexts()
  const names: Readonly<Record<string, string>> = texts.sourceNames
  const hasFailed = is_watched && failures > 0
  // A time that has passed, or none yet, means that it is due.
  const isLater = next_poll_at !== null && Date.parse(next_poll_at) > Date.now()
  const standing = polled_at ? texts.fine : texts.notYet
  return (
    <tr>
      <th scope="row">{names[name] ?? name}</th>
      <td data-label={texts.asked}>{polled_at ? <Moment at={polled_at} /> : common.never}</td>
      <td data-label={texts.askedNext}>
        {!is_watched ? common.never : isLater ? <Moment at={next_poll_at} /> : texts.soon}
      </td>
      <td data-label={texts.state}>
        <div>
          {!is_watched ? texts.notWatched : hasFailed ? texts.pollFailed : standing}
          {hasFailed && <Details message={last_error ?? ''} />}
        </div>
      </td>
    </tr>
  )
}

/** How long a delivery may take until its result is stored, in milliseconds. */
const DELIVERY_MS = 3_000

/** Who is notified of what, and where events come from. */
export function EventsView() {
  const { events: texts, views } = useTexts()
  const { value, error, reload, setValue } = useLoaded(fetchEvents)
  const [isNotifying, setNotifying] = useState(false)
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
  const open = () => setNotifying(true)
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.events}</h1>
        <Button look="primary" onClick={open}>
          {texts.notify}
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
      {isNotifying && <NotifyDialog onMade={reload} onClose={() => setNotifying(false)} />}
    </>
  )
}
