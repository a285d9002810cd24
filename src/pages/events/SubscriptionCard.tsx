import { useState } from 'preact/hooks'
import type { Subscription } from '../api/event-types.ts'
import { enableSubscription, testSubscription } from '../api/events.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useTask } from '../ui/task.ts'
import { AttemptsTable } from './AttemptsTable.tsx'
import { describeDeliveryError } from './delivery-error.ts'
import { SubscriptionState } from './SubscriptionState.tsx'

interface Props {
  subscription: Subscription
  onChanged: (subscription: Subscription) => void
  onEnd: (subscription: Subscription) => void
  onSaid: (words: string) => void
}

/** The host, because the rest of a webhook URL may be a secret of its service. */
export const getHost = ({ url, description }: Subscription): string => description ?? new URL(url).host

export function SubscriptionCard({ subscription, onChanged, onEnd, onSaid }: Props) {
  const all = useTexts()
  const { events: texts, common } = all
  const { language } = useLanguage()
  const testing = useTask()
  const switching = useTask()
  const [tests, setTests] = useState(0)
  const {
    id,
    url,
    description,
    types,
    include,
    key_name,
    last_delivered_at,
    pending_count: pending,
    enabled,
    failing_since,
    last_error,
  } = subscription
  const name = getHost(subscription)
  const test = async () => {
    const { ok, status, error } = await testSubscription(id)
    onSaid(
      ok ? texts.tested(String(status)) : texts.notTested(error ? describeDeliveryError(all, error) : common.unknown),
    )
    setTests((last) => last + 1)
  }
  const toggle = async () => {
    onChanged(await enableSubscription(id, !enabled))
    onSaid(enabled ? texts.stopped : texts.started)
  }
  return (
    <section class="card subscription" aria-labelledby={id}>
      <div class="title">
        <h2 id={id}>{name}</h2>
        <SubscriptionState subscription={subscription} />
      </div>
      {description && <p class="soft">{new URL(url).host}</p>}
      <dl class="facts">
        <div>
          <dt>{texts.by}</dt>
          <dd>{key_name}</dd>
        </div>
        <div>
          <dt>{texts.types}</dt>
          <dd>{[...types, ...include.map((part) => `+ ${part}`)].join(', ')}</dd>
        </div>
        <div>
          <dt>{texts.delivered}</dt>
          <dd>
            {last_delivered_at ? (
              <time title={formatDateTime(language, last_delivered_at)}>{distance(language, last_delivered_at)}</time>
            ) : (
              common.never
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.waiting}</dt>
          <dd>{number(language, pending)}</dd>
        </div>
      </dl>
      {failing_since && (
        <p class="hint">
          {texts.failingSince(formatDateTime(language, failing_since))}
          {last_error && `: ${describeDeliveryError(all, last_error)}`}
        </p>
      )}
      <div role="alert">
        <Failure error={testing.error ?? switching.error} />
      </div>
      <div class="actions">
        <Button busy={testing.busy} aria-label={`${texts.test}: ${name}`} onClick={() => testing.run(test)}>
          {texts.test}
        </Button>
        <Button
          busy={switching.busy}
          aria-label={`${enabled ? texts.stop : texts.start}: ${name}`}
          onClick={() => switching.run(toggle)}
        >
          {enabled ? texts.stop : texts.start}
        </Button>
        <Button look="quiet" aria-label={`${texts.end}: ${name}`} onClick={() => onEnd(subscription)}>
          {texts.end}
        </Button>
      </div>
      <AttemptsTable id={id} name={name} reloads={tests} onSaid={onSaid} />
    </section>
  )
}
