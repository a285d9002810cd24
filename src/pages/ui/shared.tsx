import type { ButtonHTMLAttributes } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { commonTexts } from '../text/common.ts'
import { useTexts } from '../text/language.tsx'

/** Shapes on a grid of 24, drawn in the text colour. */
const SHAPES = {
  check: 'M4.5 12.5l5 5 10-11',
  good: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.2l2.8 2.8L16 9.5',
  empty:
    'M12 3a9 9 0 0 1 3.6.75M19.6 7.2A9 9 0 0 1 21 12M20.2 15.7a9 9 0 0 1-3 3.6M13 21a9 9 0 0 1-4.6-.7M5.5 18.2A9 9 0 0 1 3.2 14M3.2 10a9 9 0 0 1 2.3-4.2M8.4 3.7A9 9 0 0 1 9 3.5',
  bad: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM9 9l6 6M15 9l-6 6',
  warn: 'M12 3.5l9.3 16.5H2.7zM12 10v4.5M12 17.3v.2',
  wrong: 'M4 4h16v16H4zM12 8v5M12 16v.2',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5v.2',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  close: 'M5 5l14 14M19 5L5 19',
  next: 'M9 5l7 7-7 7',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2 2 0 0 0 4 0',
  key: 'M14.5 3a6.5 6.5 0 0 0-6.2 8.5L3 16.8V21h4.2v-2.7h2.7v-2.7l2.6-2.6A6.5 6.5 0 1 0 14.5 3zM16.5 7.3v.2',
  finger:
    'M4 9a8.5 8.5 0 0 1 16.5 2.5c0 2.5-.1 4-.5 6M4 16c.6-1.5.5-3 .5-4.5M8 19c.6-2 .6-5 .6-7.5a3.5 3.5 0 0 1 7 0c0 3-.2 6-1 9M12 12c0 3.5-.3 6.5-1 9',
  paste: 'M9 4H6v17h12V4h-3M9 2.8h6v3.4H9z',
} as const

export type IconName = keyof typeof SHAPES

/** A decorative icon next to its text, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={SHAPES[name]} />
  </svg>
)

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Shows progress. Presses are ignored, but the focus stays. */
  busy?: boolean
}

export function Button({
  variant = 'plain',
  busy = false,
  children,
  onClick,
  type = 'button',
  ...others
}: ButtonProps) {
  return (
    <button
      {...others}
      type={type}
      class={`button ${variant}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

export const Brand = ({ name }: { name: string }) => (
  <span class="brand">
    <span class="mark">
      <Icon name="key" />
    </span>
    {name}
  </span>
)

/** `**menu**`, `` `code` ``, `[words](https://address)` and `[words](/path)` in texts. */
const MARK = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\((?:https:|\/)[^)]+\))/

export const Rich = ({ text }: { text: string }) => <>{text.split(MARK).map(piece)}</>

function piece(text: string) {
  if (text.startsWith('**')) return <strong>{text.slice(2, -2)}</strong>
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>
  const [, words, address] = /^\[([^\]]+)\]\(((?:https:|\/)[^)]+)\)$/.exec(text) ?? []
  if (!address) return text
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {words}
    </a>
  )
}

interface CopyProps {
  text: string
  what: string
  /** Whether the button says what it copies. */
  isLong?: boolean
  onCopied?: (() => void) | undefined
}

/** Copies a text to the clipboard, and says so for two seconds. */
export function CopyButton({ text, what, isLong = false, onCopied }: CopyProps) {
  const common = useTexts(commonTexts)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        setCopied(true)
        onCopied?.()
      },
      () => {},
    )
  return (
    <>
      <Button class="button" onClick={copy} aria-label={`${copied ? common.copied : common.copy}: ${what}`}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? common.copied : isLong ? `${common.copy}: ${what}` : common.copy}
      </Button>
      <span role="status" class="unseen">
        {copied ? common.copied : ''}
      </span>
    </>
  )
}

interface FieldProps {
  label: string
  value: string
  hint?: string
  onCopied?: () => void
}

/** A value to copy, in a field that can be selected if there is no clipboard. */
export function CopyField({ label, value, hint, onCopied }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="joined">
        <input
          id={id}
          class="mono"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
        <CopyButton text={value} what={label} onCopied={onCopied} />
      </div>
      {hint && <p class="hint">{hint}</p>}
    </div>
  )
}
