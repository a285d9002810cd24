import { useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import type { Attempt } from '../api/types.ts'
import { eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import { Switch } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Moment } from '../ui/layout.tsx'
import { ResultNotice, useResult } from '../ui/result.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { describeDeliveryError, isTest } from './names.ts'
import { SentJson } from './sample.tsx'

interface AttemptsTableProps {
  /** The id of the subscription. */
  id: string
  title: string
  /** Changing the number reloads the attempts. */
  reloads: number
  onDelivered: () => void
}

/** The deliveries of a subscription with the endpoint's responses, in pages, all of them or the failed ones. */
export function AttemptsTable({ id, title, reloads, onDelivered }: AttemptsTableProps) {
  const texts = useTexts(eventsTexts)
  const [isFailedOnly, setFailedOnly] = useState(false)
  const fetchPage = (before?: string | null) =>
    call('events_list_deliveries', {
      path: { id },
      query: { limit: 10, ...(isFailedOnly && { outcome: 'failed' as const }), ...(before && { before }) },
    })
  const { value, error, reload, setValue } = useLoaded(() => fetchPage(), [reloads, isFailedOnly])
  const next = useTask()
  const before = value?.next_before
  const more = () =>
    next.run(async () => {
      const page = await fetchPage(before)
      // The filter may have changed while loading.
      setValue((last) =>
        last && last === value ? { ...page, deliveries: [...last.deliveries, ...page.deliveries] } : last,
      )
    })
  return (
    <section class="stack" aria-label={`${texts.last}: ${title}`}>
      <div class="title">
        <h4>{texts.last}</h4>
        <Switch
          label={texts.last}
          options={[
            ['all', texts.all],
            ['failed', texts.onlyFailed],
          ]}
          value={isFailedOnly ? 'failed' : 'all'}
          onValue={(filter) => setFailedOnly(filter === 'failed')}
        />
      </div>
      <Loaded value={value} error={error ?? next.error} reload={reload} placeholder={null}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p class="soft">{isFailedOnly ? texts.noneFailed : texts.none}</p>
          ) : (
            <ul class="attempts">
              {deliveries.map((attempt) => (
                <AttemptRow key={attempt.id} id={id} attempt={attempt} onDelivered={onDelivered} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {before && (
        <div class="actions">
          <Button busy={next.busy} onClick={more}>
            {texts.older}
          </Button>
        </div>
      )}
    </section>
  )
}

interface RowProps {
  id: string
  attempt: Attempt
  onDelivered: () => void
}

function AttemptRow({ id, attempt, onDelivered }: RowProps) {
  const { words } = useTexts(firstTexts)
  const texts = useTexts(eventsTexts)
  const { language } = useLanguage()
  const { busy, error: failure, run } = useTask()
  const { result, showResult } = useResult()
  const { event_id, type, attempted_at, ok, status, error, attempt: count, next_attempt_at } = attempt
  const repeat = () =>
    run(async () => {
      await call('events_redeliver_event', { path: { id: event_id }, body: { subscription_id: id } })
      showResult(texts.sent)
      onDelivered()
    })
  const facts = [
    ok || !error ? texts.accepted(status) : describeDeliveryError(texts, error),
    ...(count > 1 ? [texts.attempt(count)] : []),
    ...(next_attempt_at ? [texts.next(distance(language, next_attempt_at))] : []),
  ]
  return (
    <li class={ok ? 'good' : 'bad'}>
      <Icon name={ok ? 'good' : 'bad'} />
      <div>
        <p>
          {words.eventTypes[type]}{' '}
          {type !== 'latchkey.test' && isTest(attempt) && `(${words.eventTypes['latchkey.test']}) `}
          <span class="soft">
            <Moment at={attempted_at} />
          </span>
        </p>
        <p class="soft">{facts.join(', ')}</p>
        <SentJson attempt={attempt} />
        <ResultNotice result={result} error={failure} />
      </div>
      {!isTest(attempt) && (
        <Button
          variant="quiet"
          busy={busy}
          aria-label={`${texts.repeat}: ${words.eventTypes[type]}, ${formatDateTime(language, attempted_at)}`}
          onClick={repeat}
        >
          {texts.repeat}
        </Button>
      )}
    </li>
  )
}
