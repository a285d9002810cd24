import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
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
  /** Whether all that it asks is known. It is not sent before, and not before somebody has seen what came later. */
  isReady?: boolean
  /** The selector of the fields that may come later. */
  late?: string
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
  isReady = true,
  late = '',
  submit,
  isShownByField,
  onClose,
  children,
}: FormDialogProps) {
  const common = useTexts(commonTexts)
  const { form, tried, noteTry } = useFirstFault()
  const { busy, error, run } = useTask()
  /** Whether somebody has pressed the button before all was known. */
  const [isWaiting, setWaiting] = useState(false)
  const send = (event?: Event) => {
    event?.preventDefault()
    if (!isReady) return setWaiting(true)
    noteTry()
    const sent = submit()
    if (sent) run(() => sent)
  }
  useEffect(() => {
    if (!isWaiting || !isReady) return
    setWaiting(false)
    const asked = late && form.current?.querySelector<HTMLElement>(late)
    if (asked) asked.focus()
    else send()
  }, [isWaiting, isReady])
  return (
    <Modal title={title} onClose={onClose} confirmClose={isChanged ? common.unsaved : undefined} isBusy={busy}>
      <form ref={form} onSubmit={send} noValidate>
        {typeof children === 'function' ? children({ tried, error }) : children}
        <div role="alert">{!isShownByField?.(error) && <Failure error={error} />}</div>
        <div class="actions end">
          <Button disabled={busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={busy || isWaiting}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
