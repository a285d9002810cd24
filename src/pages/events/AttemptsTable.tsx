import type { Attempt } from '../api/event-types.ts'
import { fetchAttempts, sendAgain } from '../api/events.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { describeDeliveryError } from './delivery-error.ts'

interface Props {
  /** The id of the subscription. */
  id: string
  name: string
  /** Changing the number reloads the attempts. */
  reloads: number
  onSaid: (words: string) => void
}

/** The last deliveries of a subscription, with the endpoint's responses. */
export function AttemptsTable({ id, name, reloads, onSaid }: Props) {
  const { common, events: texts } = useTexts()
  const { value, error, reload } = useLoaded(() => fetchAttempts(id), [reloads])
  const sending = useTask()
  const again = ({ event_id }: Attempt) =>
    sending.run(async () => {
      await sendAgain(event_id, id)
      onSaid(texts.sent)
    })
  return (
    <>
      <h3>{texts.last}</h3>
      <div role="alert">
        <Failure error={error ?? sending.error} retry={reload} />
      </div>
      {value?.length === 0 && <p class="soft">{texts.none}</p>}
      {value && value.length > 0 && (
        <div class="table keys">
          <table>
            <caption class="unseen">{`${texts.last}: ${name}`}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.event}</th>
                <th scope="col">{texts.at}</th>
                <th scope="col">{texts.answer}</th>
                <th scope="col">
                  <span class="unseen">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.map((attempt) => (
                <AttemptRow key={attempt.id} attempt={attempt} onAgain={again} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function AttemptRow({ attempt, onAgain }: { attempt: Attempt; onAgain: (attempt: Attempt) => void }) {
  const all = useTexts()
  const texts = all.events
  const { language } = useLanguage()
  const { type, attempted_at, ok, status, error, response_body, attempt: count, next_attempt_at } = attempt
  const isTest = type === 'latchkey.test'
  const words = [
    ok || !error ? String(status ?? texts.noAnswer) : describeDeliveryError(all, error),
    ...(count > 1 ? [texts.attempt(count)] : []),
    ...(next_attempt_at ? [texts.next(distance(language, next_attempt_at))] : []),
  ]
  return (
    <tr>
      <th scope="row">{type}</th>
      <td data-label={texts.at}>
        <time title={formatDateTime(language, attempted_at)}>{distance(language, attempted_at)}</time>
      </td>
      <td data-label={texts.answer}>
        <span>
          {words.join(', ')}
          {response_body && (
            <span class="soft">
              {' '}
              <code>{response_body.slice(0, 120)}</code>
            </span>
          )}
        </span>
      </td>
      <td>
        {!isTest && (
          <div class="actions">
            <Button
              look="quiet"
              aria-label={`${texts.again}: ${type}, ${formatDateTime(language, attempted_at)}`}
              onClick={() => onAgain(attempt)}
            >
              {texts.again}
            </Button>
          </div>
        )}
      </td>
    </tr>
  )
}
