import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from './api/call.ts'
import { onSessionEnd, signIn } from './api/session.ts'
import { freshAdminKey, isUnset, SET_COMMAND } from './session/admin-key.ts'
import { useTexts } from './text/language.tsx'
import { Failure } from './ui/Failure.tsx'
import { Field } from './ui/fields.tsx'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { Notice } from './ui/layout.tsx'
import { Modal } from './ui/Modal.tsx'
import { Brand, Button, CopyField, Rich } from './ui/shared.tsx'
import { useTask } from './ui/task.ts'

interface SignInFormProps {
  onSignedIn: () => void
  /** Called when the gateway has no admin key. */
  onUnset: () => void
}

export function SignInForm({ onSignedIn, onUnset }: SignInFormProps) {
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

/** How to set ADMIN_KEY. */
function SetUp() {
  const { session } = useTexts()
  const [fresh] = useState(freshAdminKey)
  const [make, set, keep] = session.unsetSteps
  return (
    <>
      <ol class="steps">
        <li>
          <p>{make}</p>
          <CopyField label={session.newKey} value={fresh} />
        </li>
        <li>
          <p>
            <Rich text={set} />
          </p>
        </li>
        <li>
          <p>{keep}</p>
        </li>
      </ol>
      <p class="soft">{session.unsetTerminal}</p>
      <CopyField label={session.command} value={SET_COMMAND} />
      <p class="soft">
        <Rich text={session.unsetLocal} />
      </p>
      <CopyField label=".dev.vars" value={`ADMIN_KEY=${fresh}`} />
    </>
  )
}

interface SignInProps {
  unset: boolean
  onSignedIn: () => void
}

export function SignIn({ unset: unsetAtFirst, onSignedIn }: SignInProps) {
  const { common, session } = useTexts()
  const [unset, setUnset] = useState(unsetAtFirst)
  return (
    <div class="door">
      <header>
        <Brand name="Latchkey" />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{session.title}</h1>
        <p class="lead">{session.lead}</p>
        {unset && (
          <section class="card" aria-labelledby="unset">
            <Notice tone="warn">
              <h2 id="unset">{session.unsetTitle}</h2>
            </Notice>
            <details open>
              <summary>{session.unsetHow}</summary>
              <SetUp />
            </details>
          </section>
        )}
        <section class="card" aria-label={session.title}>
          <SignInForm onSignedIn={onSignedIn} onUnset={() => setUnset(true)} />
          {!unset && (
            <details>
              <summary>{session.forgottenTitle}</summary>
              <SetUp />
            </details>
          )}
        </section>
        <p class="soft center">
          <a href="/docs">{common.docs}</a>
        </p>
      </main>
    </div>
  )
}

interface Waiting {
  ended: Promise<void>
  signedIn: () => void
}

/** Asks for the admin key when the session has expired, above the page, which stays unchanged. */
export function RenewSignIn() {
  const { session } = useTexts()
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    let current: Waiting | undefined
    onSessionEnd(() => {
      if (!current) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const signedIn = () => {
          current = undefined
          setWaiting(undefined)
          resolve()
        }
        current = { ended: promise, signedIn }
        setWaiting(current)
      }
      return current.ended
    })
  }, [])
  if (!waiting) return null
  return (
    <Modal title={session.endedTitle}>
      <p>{session.ended}</p>
      <SignInForm onSignedIn={waiting.signedIn} onUnset={() => {}} />
    </Modal>
  )
}
