import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { commonTexts } from '../text/common.ts'
import { useTexts } from '../text/language.tsx'
import { Button, Icon } from './shared.tsx'
import { noteDialog } from './task.ts'

interface Props {
  title: string
  children: ComponentChildren
  /** Absent for a dialog that requires a choice. */
  onClose?: () => void
  /** The warning of the question before the dialog closes. Without one, it closes at once. */
  confirmClose?: string | undefined
  /** Whether something is being done. The dialog stays until it is known how it ended. */
  isBusy?: boolean
  wide?: boolean
}

const CloseContext = createContext<() => void>(() => {})

/** Closes the dialog around it, which may ask first. */
export function CloseButton() {
  const common = useTexts(commonTexts)
  return (
    <Button variant="primary" onClick={useContext(CloseContext)}>
      {common.done}
    </Button>
  )
}

/** A native dialog: it traps the focus while it is open, and then returns it. */
export function Modal({ title, children, onClose, confirmClose, isBusy = false, wide = false }: Props) {
  const common = useTexts(commonTexts)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (isBusy) return
    if (confirmClose) setAsking(true)
    else onClose?.()
  }
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!confirmClose) setAsking(false)
  }, [confirmClose])
  useLayoutEffect(() => {
    const from = document.activeElement
    const part = from?.closest('article, section')
    const shown = dialog.current
    show(shown)
    const closed = onClose && noteDialog(() => latest.current())
    return () => {
      closed?.()
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
        if ((!onClose || confirmClose || isBusy) && event.key === 'Escape') {
          event.preventDefault()
          close()
        }
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={({ currentTarget }) => {
        // Browsers close a dialog at a second Escape regardless. Its own close event comes after it was removed.
        if (!currentTarget.isConnected) return
        if (onClose && !confirmClose && !isBusy) onClose()
        else show(currentTarget)
      }}
    >
      <header>
        <h2 id={id} tabIndex={-1} data-first={onClose ? true : undefined}>
          {title}
        </h2>
        {onClose && (
          <button
            type="button"
            class="button quiet square"
            aria-label={common.close}
            aria-disabled={isBusy || undefined}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      {isAsking && (
        <Question
          words={confirmClose ?? ''}
          onStay={() => setAsking(false)}
          onLeave={() => {
            if (!isBusy) onClose?.()
          }}
        />
      )}
      <CloseContext.Provider value={close}>
        <div class="dialog-body">{children}</div>
      </CloseContext.Provider>
    </dialog>
  )
}

interface QuestionProps {
  words: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before the dialog closes. Under the title, so that it is in sight and covers nothing. */
function Question({ words, onStay, onLeave }: QuestionProps) {
  const common = useTexts(commonTexts)
  const stay = useRef<HTMLDivElement>(null)
  useEffect(() => stay.current?.querySelector<HTMLElement>('.primary')?.focus(), [])
  return (
    <div class="question" role="alert" ref={stay}>
      <p>{words}</p>
      <div class="actions end">
        <Button onClick={onLeave}>{common.leave}</Button>
        <Button variant="primary" onClick={onStay}>
          {common.stay}
        </Button>
      </div>
    </div>
  )
}

function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  dialog?.querySelector<HTMLElement>('[data-first], input')?.focus()
}
