import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useCommon } from '../text/choice.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  title: string
  children: ComponentChildren
  /** Absent for a dialog that requires a choice. */
  onClose?: () => void
  wide?: boolean
}

/** A native dialog: it traps the focus while it is open, and then returns it. */
export function Modal({ title, children, onClose, wide = false }: Props) {
  const common = useCommon()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const from = document.activeElement
    const part = from?.closest('article, section')
    const shown = dialog.current
    show(shown)
    return () => {
      shown?.close()
      // After this render, because what was done may remove the button.
      queueMicrotask(() => {
        const heading = part?.querySelector(':is(h2, h3)[tabindex]') ?? document.querySelector('h1')
        const home = from?.isConnected ? from : heading
        if (home instanceof HTMLElement) home.focus()
      })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide ? 'wide' : ''}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // Browsers let a dialog refuse only one cancel. Refusing the key keeps it open.
        if (!onClose && event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={({ currentTarget }) => {
        // Browsers close a dialog at a second Escape regardless. Its own close event comes after it was removed.
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
