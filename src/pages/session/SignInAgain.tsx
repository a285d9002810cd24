import { useEffect, useState } from 'preact/hooks'
import { onSessionEnd } from '../api/session.ts'
import { useTexts } from '../text/language.tsx'
import { Modal } from '../ui/Modal.tsx'
import { SignInForm } from './SignInForm.tsx'

interface Waiting {
  ended: Promise<void>
  signedIn: () => void
}

/** Asks for the admin key when the session has expired, above the page, which stays unchanged. */
export function SignInAgain() {
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
