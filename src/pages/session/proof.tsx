import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api/call.ts'
import { send } from '../api/call.ts'
import { call } from '../api/session.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { signInTexts } from '../text/sign-in.ts'
import { Failure } from '../ui/Failure.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { AdminKeyField } from './AdminKeyField.tsx'
import { PasskeyFailure } from './PasskeyFailure.tsx'
import { hasPasskeys } from './passkey-support.ts'

interface Props {
  onProved: () => void
  onClose: () => void
}

/** Asks for a passkey or the admin key again, above the page, which then goes on. */
export function ProofDialog({ onProved, onClose }: Props) {
  const signIn = useTexts(signInTexts)
  const { value: passkeys, error } = useLoaded(() => call('admin_list_passkeys').then(({ passkeys }) => passkeys))
  const [isByKey, setByKey] = useState(false)
  const hasOne = hasPasskeys() && passkeys?.some(({ host }) => host === location.hostname)
  const passkey = useTask()
  const withPasskey = async () => {
    const { proveWithPasskey } = await import('./passkey.ts')
    await proveWithPasskey()
    onProved()
  }
  return (
    <Modal title={signIn.proofTitle} onClose={onClose}>
      <p>{signIn.proof}</p>
      {hasOne && !isByKey ? (
        <>
          <div role="alert">
            <PasskeyFailure error={passkey.error} stopped={signIn.notProved} />
          </div>
          <div class="actions end">
            <Button onClick={() => setByKey(true)}>{signIn.useKey}</Button>
            <Button variant="primary" busy={passkey.busy} onClick={() => passkey.run(withPasskey)}>
              <Icon name="finger" />
              {signIn.usePasskey}
            </Button>
          </div>
        </>
      ) : (
        (passkeys || error !== undefined) && <KeyForm onProved={onProved} onClose={onClose} />
      )}
    </Modal>
  )
}

function KeyForm({ onProved, onClose }: Props) {
  const { common, session } = useTexts(firstTexts)
  const signIn = useTexts(signInTexts)
  const [adminKey, setAdminKey] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const { busy, error, run } = useTask()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  useEffect(focus, [])
  const submit = (event: Event) => {
    event.preventDefault()
    setEmpty(!adminKey.trim())
    if (adminKey.trim()) run(() => send('admin_prove_session', { body: { admin_key: adminKey.trim() } }).then(onProved))
    else focus()
  }
  const getFailureText = ({ code }: ApiError) => (code === 'proof_required' ? session.wrong : undefined)
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <AdminKeyField value={adminKey} onValue={setAdminKey} error={isEmpty ? session.empty : undefined} />
      <div role="alert">
        <Failure error={error} getFailureText={getFailureText} />
      </div>
      <div class="actions end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {signIn.confirm}
        </Button>
      </div>
    </form>
  )
}
