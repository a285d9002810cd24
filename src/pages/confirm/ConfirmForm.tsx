import type { Confirmation } from '../api/types.ts'
import { useAsleep } from '../consent/asleep.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Details } from '../ui/Details.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useTask } from '../ui/task.ts'

interface Props {
  asked: Confirmation
  onDecided: (agree: boolean) => Promise<void>
}

/** One call, as its caller sent it, and the decision. */
export function ConfirmForm({ asked, onDecided }: Props) {
  const { confirm } = useTexts()
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const asleep = useAsleep()
  const { operation, caller, fields, more_fields, state, expires_at } = asked
  const labels: Readonly<Record<string, string>> = confirm.fields
  const operations: Readonly<Record<string, string>> = confirm.operations
  return (
    <>
      <h1>{operations[operation] ?? operation}</h1>
      <section class="card" aria-label={confirm.what}>
        <p>{confirm.lead(caller)}</p>
        <dl class="facts">
          {fields.map(({ name, value, more_characters }) => (
            <div key={name}>
              <dt>{labels[name] ?? name}</dt>
              <dd>
                {name === 'price' && /^\d+$/.test(value) ? (
                  <strong>{confirm.won(number(language, Number(value)))}</strong>
                ) : (
                  <span class="long quoted">{value || confirm.empty}</span>
                )}
                {more_characters && <strong> {confirm.moreCharacters(number(language, more_characters))}</strong>}
              </dd>
            </div>
          ))}
        </dl>
        {more_fields && (
          <Notice tone="warn">
            <p>{confirm.moreFields(number(language, more_fields))}</p>
          </Notice>
        )}
        <p class="soft">{confirm.until(formatDateTime(language, expires_at))}</p>
        <Details message={operation} />
        {state === 'waiting' && (
          <>
            <Notice tone="warn">
              <p>{confirm.beware}</p>
            </Notice>
            <div role="alert">
              <Failure error={error} />
            </div>
            <div class="actions end">
              <Button disabled={busy} onClick={() => run(() => onDecided(false))}>
                {confirm.refuse}
              </Button>
              <Button look="primary" busy={busy} disabled={asleep} onClick={() => run(() => onDecided(true))}>
                {confirm.agree}
              </Button>
            </div>
          </>
        )}
        <p role="status" class="said">
          {state === 'waiting' ? '' : confirm.states[state]}
        </p>
      </section>
    </>
  )
}
