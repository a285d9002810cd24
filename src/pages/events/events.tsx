import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import type { Source, Subscription } from '../api/types.ts'
import { channelsTexts } from '../text/channels.ts'
import { type EventsTexts, eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance } from '../text/moments.ts'
import { Loaded } from '../ui/Loaded.tsx'
import { Details, Empty } from '../ui/layout.tsx'
import { ResultNotice, useResult } from '../ui/result.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { withTitles } from './names.ts'
import { NotifyDialog } from './notify.tsx'
import { SubscriptionCard } from './subscriptions.tsx'

interface SourcesSectionProps {
  sources: readonly Source[]
  onAsked: (sources: Source[]) => void
}

/** The next poll of each account, or why it failed. An account without subscribers is only named. */
function SourcesSection({ sources, onAsked }: SourcesSectionProps) {
  const texts = useTexts(eventsTexts)
  const { busy, error, run } = useTask()
  const { result, showResult } = useResult()
  const ask = () =>
    run(async () => {
      onAsked((await call('admin_poll_events')).sources)
      showResult(texts.askedNow)
    })
  const watched = sources.filter(({ is_watched }) => is_watched)
  const others = sources.filter(({ is_watched }) => !is_watched)
  return (
    <section class="stack" aria-labelledby="sources">
      <div class="title">
        <h2 id="sources">{texts.sources}</h2>
        {watched.length > 0 && (
          <Button busy={busy} onClick={ask}>
            {texts.askNow}
          </Button>
        )}
      </div>
      <ResultNotice result={result} error={error} />
      <p class="lead">{texts.sourcesLead}</p>
      {watched.length > 0 && (
        <ul class="sources card">
          {watched.map((source) => (
            <SourceRow key={source.name} source={source} />
          ))}
        </ul>
      )}
      {watched.length > 0 && others.length > 0 && (
        <p class="soft">{texts.notWatched(others.map(({ name }) => getSourceName(texts, name)).join(', '))}</p>
      )}
    </section>
  )
}

/** The name of a source, such as `workspace.pages`, or `workspace:business.pages` of a further account. */
function getSourceName({ sourceNames }: EventsTexts, name: string): string {
  const [, product, given, things] = /^([a-z-]+):([a-z0-9-]+)(\..+)$/.exec(name) ?? []
  const known = (sourceNames as Readonly<Record<string, string>>)[given ? `${product}${things}` : name]
  if (known === undefined) return name
  return given ? known.replace(':', ` (${given}):`) : known
}

function SourceRow({ source: { name, polled_at, next_poll_at, last_error, failures } }: { source: Source }) {
  const texts = useTexts(eventsTexts)
  const { language } = useLanguage()
  const hasFailed = failures > 0
  // A time that has passed, or none yet, means that it is due.
  const isLater = next_poll_at !== null && Date.parse(next_poll_at) > Date.now()
  // The accounts report a change themselves.
  const next =
    name === 'accounts' && polled_at
      ? texts.reportedAtOnce
      : texts.askedNext(isLater ? distance(language, next_poll_at) : texts.soon)
  return (
    <li class={hasFailed ? 'warn' : polled_at ? 'good' : ''}>
      <Icon name={hasFailed ? 'warn' : polled_at ? 'good' : 'clock'} />
      <div>
        <strong>{getSourceName(texts, name)}</strong>{' '}
        <span class="soft">
          {[hasFailed ? texts.pollFailed : texts.asked(polled_at && distance(language, polled_at)), next].join(', ')}
        </span>
        {hasFailed && <Details message={last_error ?? ''} />}
      </div>
    </li>
  )
}

/** How long a delivery may take until its result is stored, in milliseconds. */
const DELIVERY_MS = 3_000

/** The subscriptions, and the sources of events. */
export function EventsView() {
  const { views, words } = useTexts(firstTexts)
  const texts = useTexts(eventsTexts)
  const channels = useTexts(channelsTexts)
  const { value, error, reload, setValue } = useLoaded(() => call('admin_get_events'))
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
        <Button variant="primary" onClick={open}>
          {texts.notify}
        </Button>
      </div>
      <p class="lead">{texts.lead}</p>
      <Loaded value={value} error={error} reload={reload}>
        {(value) => (
          <>
            {' '}
            {value.subscriptions.length === 0 && (
              <Empty picture="bell">
                <p>{texts.empty}</p>
              </Empty>
            )}
            {value.subscriptions.length > 0 && (
              <section class="rows" aria-labelledby="subscriptions">
                <h2 id="subscriptions" class="unseen">
                  {texts.subscriptions}
                </h2>
                {withTitles(value.subscriptions, { events: texts, channels, words }).map(({ subscription, title }) => (
                  <SubscriptionCard
                    key={subscription.id}
                    subscription={subscription}
                    title={title}
                    hasEmail={value.email_available}
                    onChanged={put}
                    onDelivered={follow}
                  />
                ))}
              </section>
            )}
            <SourcesSection
              sources={value.sources}
              onAsked={(sources) => setValue((last) => last && { ...last, sources })}
            />
            {isNotifying && (
              <NotifyDialog hasEmail={value.email_available} onMade={reload} onClose={() => setNotifying(false)} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
