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
  const { operation, caller, fields, state, expires_at } = asked
  const labels: Readonly<Record<string, string>> = confirm.fields
  const operations: Readonly<Record<string, string>> = confirm.operations
  return (
    <>
      <h1>{operations[operation] ?? operation}</h1>
      <section class="card" aria-label={confirm.what}>
        <p>{confirm.lead(caller)}</p>
        <dl class="facts">
          {fields.map(({ name, value }) => (
            <div key={name}>
              <dt>{labels[name] ?? name}</dt>
              <dd>
                {name === 'price' ? (
                  <strong>{confirm.won(number(language, Number(value)))}</strong>
                ) : (
                  <span class="long quoted">{value}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
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
