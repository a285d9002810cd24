import type { ButtonHTMLAttributes } from 'preact'
import { useId, useState } from 'preact/hooks'
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
  key: 'M14.5 3a6.5 6.5 0 0 0-6.2 8.5L3 16.8V21h4.2v-2.7h2.7v-2.7l2.6-2.6A6.5 6.5 0 1 0 14.5 3zM16.5 7.3v.2',
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
  look?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Shows progress. Presses are ignored, but the focus stays. */
  busy?: boolean
}

export function Button({ look = 'plain', busy = false, children, onClick, type = 'button', ...others }: ButtonProps) {
  return (
    <button
      {...others}
      type={type}
      class={`button ${look}`}
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

interface FieldProps {
  label: string
  value: string
  onValue: (value: string) => void
  /** Handles a paste itself if it returns true. */
  onPasted?: (text: string) => boolean
  type?: 'text' | 'date'
  maxLength?: number
  /** The first day that can be chosen. */
  min?: string
  hint?: string | undefined
  /** Why the value is not accepted. */
  error?: string | undefined
  /** Hidden on the screen until the person shows it. */
  secret?: boolean
}

/** One line of text with its label. Browsers neither fill in nor remember a secret one. */
export function Field({
  label,
  value,
  onValue,
  onPasted,
  type = 'text',
  maxLength,
  min,
  hint,
  error,
  secret = false,
}: FieldProps) {
  const { common } = useTexts()
  const id = useId()
  const [shown, setShown] = useState(false)
  const about = [hint && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ')
  const line = {
    id,
    value,
    maxLength,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    'aria-describedby': about || undefined,
    'aria-invalid': error ? true : undefined,
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
    onPaste: (event: ClipboardEvent) => {
      if (onPasted?.(event.clipboardData?.getData('text') ?? '')) event.preventDefault()
    },
  } as const
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {secret ? (
        <div class="joined">
          {shown ? (
            <input {...line} type="text" />
          ) : (
            <input {...line} type="password" data-1p-ignore data-lpignore="true" />
          )}
          <button
            type="button"
            class="button plain"
            aria-label={`${shown ? common.hide : common.show}: ${label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? common.hide : common.show}
          </button>
        </div>
      ) : type === 'date' ? (
        <input {...line} type="date" min={min} />
      ) : (
        <input {...line} type="text" />
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="fault" id={`${id}-fault`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface SearchProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/** A line to search with. What is typed is not remembered. */
export function SearchField({ label, value, onValue }: SearchProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={value}
        maxLength={128}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  )
}

interface SelectProps {
  label: string
  value: string
  /** Pairs of value and label. */
  options: readonly (readonly [value: string, words: string])[]
  onValue: (value: string) => void
}

export function Select({ label, value, options, onValue }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SwitchProps {
  /** What it chooses, for screen readers. */
  label: string
  /** Pairs of value and label. */
  options: readonly (readonly [value: string, words: string])[]
  value: string
  onValue: (value: string) => void
}

/** A choice of one of a few, all in sight. */
export const Switch = ({ label, options, value, onValue }: SwitchProps) => (
  <fieldset class="switch">
    <legend class="unseen">{label}</legend>
    {options.map(([one, words]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onValue(one)}>
        {words}
      </button>
    ))}
  </fieldset>
)

interface TickProps {
  label: string
  hint?: string
  checked: boolean
  onChecked: (checked: boolean) => void
}

/** A check box with its label and what it means. */
export const Tick = ({ label, hint, checked, onChecked }: TickProps) => (
  <label class="tick">
    <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.currentTarget.checked)} />
    <span>
      {label} {hint && <span class="soft">{hint}</span>}
    </span>
  </label>
)
