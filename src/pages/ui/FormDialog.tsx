import type { ComponentChildren } from 'preact'
import { commonTexts } from '../text/common.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from './Failure.tsx'
import { useFirstFault } from './first-fault.ts'
import { Modal } from './Modal.tsx'
import { Button } from './shared.tsx'
import { useTask } from './task.ts'

/** The state of a form that its fields show. */
interface FormState {
  /** Whether somebody has tried to send it. */
  tried: boolean
  /** The failure of the last try. */
  error: unknown
}

interface FormDialogProps {
  title: string
  /** The label of the button that sends the form. */
  action: string
  /** Whether closing loses a change. */
  isChanged?: boolean
  /** Sends the form. Undefined while something is missing or invalid. */
  submit: () => Promise<void> | undefined
  /** Whether a field shows the failure itself. */
  isShownByField?: (error: unknown) => boolean
  onClose: () => void
  children: ComponentChildren | ((state: FormState) => ComponentChildren)
}

/** A dialog with a form: its fields, the failure of the last try, and the buttons. */
export function FormDialog({
  title,
  action,
  isChanged = false,
  submit,
  isShownByField,
  onClose,
  children,
}: FormDialogProps) {
  const common = useTexts(commonTexts)
  const { form, tried, noteTry } = useFirstFault()
  const { busy, error, run } = useTask()
  const send = (event: Event) => {
    event.preventDefault()
    noteTry()
    const sent = submit()
    if (sent) run(() => sent)
  }
  return (
    <Modal title={title} onClose={onClose} confirmClose={isChanged ? common.unsaved : undefined}>
      <form ref={form} onSubmit={send} noValidate>
        {typeof children === 'function' ? children({ tried, error }) : children}
        <div role="alert">{!isShownByField?.(error) && <Failure error={error} />}</div>
        <div class="actions end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
