import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api/call.ts'
import { signIn } from '../api/session.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useTask } from '../ui/task.ts'
import { isUnset } from './admin-key.ts'

interface Props {
  onSignedIn: () => void
  /** Called when the gateway has no admin key. */
  onUnset: () => void
}

export function SignInForm({ onSignedIn, onUnset }: Props) {
  const { session } = useTexts()
  const [adminKey, setAdminKey] = useState('')
  const [validationError, setValidationError] = useState<string>()
  const { busy, error, run } = useTask()
  const form = useRef<HTMLFormElement>(null)
  const isWrong = error instanceof ApiError && error.status === 401

  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector('input')?.select()
    if (isUnset(error)) onUnset()
  }, [error])

  const submit = (event: Event) => {
    event.preventDefault()
    setValidationError(adminKey.trim() ? undefined : session.empty)
    if (adminKey.trim()) run(() => signIn(adminKey.trim()).then(onSignedIn))
    else form.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Field
        label={session.adminKey}
        hint={session.adminKeyHint}
        error={validationError}
        secret
        value={adminKey}
        onValue={setAdminKey}
      />
      <div role="alert">
        {isWrong && !isUnset(error) ? (
          <Notice tone="bad">
            <p>{session.wrong}</p>
          </Notice>
        ) : (
          <Failure error={error} />
        )}
      </div>
      <Button type="submit" look="primary" busy={busy}>
        {session.signIn}
      </Button>
    </form>
  )
}
