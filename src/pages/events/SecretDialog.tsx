import { useState } from 'preact/hooks'
import { rollSecret } from '../api/events.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { SecretShown } from './SecretShown.tsx'

interface Props {
  id: string
  title: string
  onClose: () => void
}

/** Replaces the secret of a subscription, for example because the first one was lost. */
export function SecretDialog({ id, title, onClose }: Props) {
  const { common, events: texts } = useTexts()
  const [secret, setSecret] = useState('')
  if (secret) {
    return (
      <Modal title={texts.newSecretTitle(title)} onClose={onClose}>
        <SecretShown secret={secret} />
        <div class="actions end">
          <Button look="primary" onClick={onClose}>
            {common.done}
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <Confirm
      title={texts.newSecretTitle(title)}
      body={texts.newSecretBody}
      action={texts.newSecret}
      onClose={onClose}
      onConfirmed={async () => setSecret(await rollSecret(id))}
    />
  )
}
