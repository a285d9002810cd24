import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, send } from './api/call.ts'
import { onProofNeeded, onSessionEnd } from './api/session.ts'
import { AdminKeyField } from './session/AdminKeyField.tsx'
import { isUnset } from './session/admin-key.ts'
import { PasskeyFailure } from './session/PasskeyFailure.tsx'
import { hasPasskeys } from './session/passkey-support.ts'
import { firstTexts } from './text/first.ts'
import { useTexts } from './text/language.tsx'
import { Failure } from './ui/Failure.tsx'
import { Checkbox } from './ui/fields.tsx'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { Notice } from './ui/layout.tsx'
import { lazy } from './ui/lazy.tsx'
import { Modal } from './ui/Modal.tsx'
import { Brand, Button, Icon } from './ui/shared.tsx'
import { useTask } from './ui/task.ts'

/** Only who has no admin key needs it. */
export const SetUp = lazy(async () => (await import('./session/SetUp.tsx')).SetUp)

const ProofDialog = lazy(async () => (await import('./session/proof.tsx')).ProofDialog, { isDialog: true })

export type Method = 'key' | 'passkey'

interface SignInFormProps {
  onSignedIn: (method: Method) => void
  /** Called when the gateway has no admin key. */
  onUnset: () => void
}

export function SignInForm({ onSignedIn, onUnset }: SignInFormProps) {
  const { session } = useTexts(firstTexts)
  const [adminKey, setAdminKey] = useState('')
  const [trust, setTrust] = useState(false)
  const [validationError, setValidationError] = useState<string>()
  const { busy, error, run, clear } = useTask()
  const passkey = useTask()
  // Without a passkey of this host, no browser could answer. Where that is not known, trying does no harm.
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (hasPasskeys())
      send('admin_get_sign_in_options').then(
        ({ has_passkey }) => setOffered(has_passkey),
        (refusal) => setOffered(!isUnset(refusal)),
      )
  }, [])
  const form = useRef<HTMLFormElement>(null)
  const getField = () => form.current?.querySelector<HTMLInputElement>('.joined input')
  const isWrong = error instanceof ApiError && error.status === 401

  useEffect(() => getField()?.focus(), [])
  useEffect(() => {
    if (error !== undefined) getField()?.select()
    if (isUnset(error)) onUnset()
  }, [error])

  const submit = (event: Event) => {
    event.preventDefault()
    passkey.clear()
    setValidationError(adminKey.trim() ? undefined : session.empty)
    if (adminKey.trim())
      run(() => send('admin_sign_in', { body: { admin_key: adminKey.trim(), trust } }).then(() => onSignedIn('key')))
    else getField()?.focus()
  }
  const usePasskey = async () => {
    clear()
    setValidationError(undefined)
    const { signInWithPasskey } = await import('./session/passkey.ts')
    await signInWithPasskey(trust)
    onSignedIn('passkey')
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <AdminKeyField value={adminKey} onValue={setAdminKey} error={validationError} />
      <Checkbox label={session.trust} hint={session.trustHint} checked={trust} onChecked={setTrust} />
      <div role="alert">
        {isWrong && !isUnset(error) ? (
          <Notice tone="bad">
            <p>{session.wrong}</p>
          </Notice>
        ) : (
          <Failure error={error} />
        )}
        <PasskeyFailure error={passkey.error} stopped={session.passkeyStopped} />
      </div>
      <Button type="submit" variant="primary" busy={busy}>
        {session.signIn}
      </Button>
      {isOffered && (
        <Button busy={passkey.busy} onClick={() => passkey.run(usePasskey)}>
          <Icon name="finger" />
          {session.passkey}
        </Button>
      )}
    </form>
  )
}

interface SignInProps {
  unset: boolean
  /** Whether somebody has just signed out. */
  isSignedOut: boolean
  onSignedIn: (method: Method) => void
}

export function SignIn({ unset: unsetAtFirst, isSignedOut, onSignedIn }: SignInProps) {
  const { common, session } = useTexts(firstTexts)
  const [unset, setUnset] = useState(unsetAtFirst)
  const [isLost, setLost] = useState(false)
  return (
    <div class="door">
      <header>
        <Brand name="Latchkey" />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{session.title}</h1>
        <p class="lead">{session.lead}</p>
        <div role="status">
          {isSignedOut && (
            <Notice tone="good">
              <p>{session.signedOut}</p>
            </Notice>
          )}
        </div>
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
            <details onToggle={({ currentTarget }) => setLost(currentTarget.open)}>
              <summary>{session.forgottenTitle}</summary>
              {isLost && <SetUp />}
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
  promise: Promise<void>
  done: () => void
  refuse: () => void
}

/** A question to a person. All calls that need the answer wait for it. */
function useWaiting(register: (ask: () => Promise<void>) => void): Waiting | undefined {
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    let current: Waiting | undefined
    register(() => {
      if (!current) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const end = (settle: () => void) => () => {
          // A proof that comes after its question was closed does not answer the next question.
          if (current?.promise === promise) {
            current = undefined
            setWaiting(undefined)
          }
          settle()
        }
        current = { promise, done: end(resolve), refuse: end(reject) }
        setWaiting(current)
      }
      return current.promise
    })
  }, [])
  return waiting
}

/**
 * Asks for the admin key or a passkey when the session has expired, or needs a proof, above the page, which stays
 * unchanged.
 */
export function RenewSignIn() {
  const { session } = useTexts(firstTexts)
  const expired = useWaiting(onSessionEnd)
  const unproved = useWaiting(onProofNeeded)
  return (
    <>
      {unproved && <ProofDialog onProved={unproved.done} onClose={unproved.refuse} />}
      {expired && (
        <Modal title={session.endedTitle}>
          <p>{session.ended}</p>
          <SignInForm onSignedIn={expired.done} onUnset={() => {}} />
        </Modal>
      )}
    </>
  )
}
