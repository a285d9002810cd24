import { useEffect, useRef, useState } from 'preact/hooks'
import type { Attempt, NewSubscription } from '../api/event-types.ts'
import { changeSubscription, testSubscription } from '../api/events.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useTask } from '../ui/task.ts'
import { describeDeliveryError } from './delivery-error.ts'
import { SecretShown } from './SecretShown.tsx'
import { isEndpoint, refusesUrl } from './url.ts'

interface Props {
  subscription: NewSubscription
  attempt: Attempt
  onChanged: () => void
  onClose: () => void
}

/** How the test of a new subscription went. A wrong address is corrected here. */
export function TellResult({ subscription: { id, secret }, attempt: first, onChanged, onClose }: Props) {
  const all = useTexts()
  const { common, events: texts } = all
  const [attempt, setAttempt] = useState(first)
  const [url, setUrl] = useState('')
  const { busy, error, run } = useTask()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [attempt])
  const { ok, status, error: failure } = attempt
  const tryAgain = () =>
    run(async () => {
      if (url.trim()) {
        await changeSubscription(id, { url: url.trim() })
        onChanged()
      }
      setAttempt(await testSubscription(id))
    })
  return (
    <>
      <div class={`outcome ${ok ? 'good' : 'warn'}`}>
        <Icon name={ok ? 'good' : 'warn'} />
        <h2 ref={heading} tabIndex={-1}>
          {ok ? texts.tellDone : texts.tellSaved}
        </h2>
        <p>
          {ok
            ? texts.tested(String(status))
            : texts.notTested(failure ? describeDeliveryError(all, failure) : common.unknown)}
        </p>
      </div>
      {!ok && (
        <>
          <Field
            label={texts.urlOther}
            hint={texts.urlStays}
            error={(url && !isEndpoint(url)) || refusesUrl(error) ? texts.urlWrong : undefined}
            value={url}
            maxLength={2048}
            onValue={setUrl}
          />
          <div role="alert">{!refusesUrl(error) && <Failure error={error} />}</div>
          <div class="actions">
            <Button busy={busy} onClick={tryAgain}>
              {texts.testAgain}
            </Button>
          </div>
        </>
      )}
      {secret ? <SecretShown secret={secret} /> : <p class="soft">{texts.existed}</p>}
      <div class="actions end">
        <Button look={ok ? 'primary' : 'plain'} onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </>
  )
}
