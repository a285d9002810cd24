import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useCommon } from '../text/choice.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  title: string
  children: ComponentChildren
  /** Absent for a dialog that has to be answered. */
  onClose?: () => void
  wide?: boolean
}

/** A native dialog: it holds the focus while it is open, and gives it back to where it came from. */
export function Modal({ title, children, onClose, wide = false }: Props) {
  const common = useCommon()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const from = document.activeElement
    const shown = dialog.current
    show(shown)
    return () => {
      shown?.close()
      if (from instanceof HTMLElement && from.isConnected) from.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide ? 'wide' : ''}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A cancel that is refused is not refused twice, and the dialog below would be next.
        if (!onClose && event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={({ currentTarget }) => {
        // Browsers close a dialog at a second Escape whatever the page says; its own closing comes when it has left.
        if (!currentTarget.isConnected) return
        if (onClose) onClose()
        else show(currentTarget)
      }}
    >
      <header>
        <h2 id={id} tabIndex={-1} data-first={onClose ? true : undefined}>
          {title}
        </h2>
        {onClose && (
          <button type="button" class="button quiet square" aria-label={common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}

function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  dialog?.querySelector<HTMLElement>('[data-first], input')?.focus()
}
