import type { ComponentChildren } from 'preact'
import { commonTexts } from '../text/common.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from './Failure.tsx'
import { Modal } from './Modal.tsx'
import { Button } from './shared.tsx'
import { useTask } from './task.ts'

interface Props {
  title: string
  body: string
  /** Additional content. */
  children?: ComponentChildren
  /** The label of the confirming button. */
  action: string
  onConfirmed: () => Promise<void>
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, body, children, action, onConfirmed, onClose }: Props) {
  const common = useTexts(commonTexts)
  const { busy, error, run } = useTask()
  return (
    <Modal title={title} onClose={onClose} isBusy={busy}>
      <p>{body}</p>
      {children}
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        <Button disabled={busy} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => run(onConfirmed)}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
