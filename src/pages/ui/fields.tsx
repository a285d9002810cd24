import { useId, useState } from 'preact/hooks'
import { commonTexts } from '../text/common.ts'
import { useTexts } from '../text/language.tsx'

interface FieldProps {
  label: string
  value: string
  onValue: (value: string) => void
  /** Gets a paste before the field, which takes it after `false`. */
  onPasted?: (text: string) => Promise<boolean>
  type?: 'text' | 'date'
  maxLength?: number
  /** The first day that can be chosen. */
  min?: string
  hint?: string | undefined
  /** Why the value is not accepted. */
  error?: string | undefined
  /** Hidden on the screen until the person shows it. */
  secret?: boolean
  /** The kind of value that browsers and password managers fill in and remember. Default: none. */
  autocomplete?: 'off' | 'current-password'
}

/** One line of text with its label. */
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
  autocomplete = 'off',
}: FieldProps) {
  const common = useTexts(commonTexts)
  const id = useId()
  const [shown, setShown] = useState(false)
  const about = [hint && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ')
  const pasteInto = async (input: HTMLInputElement, text: string) => {
    if ((await onPasted?.(text)) || type === 'date') return
    input.focus()
    // As the browser pastes: at the cursor, and it can be undone.
    document.execCommand('insertText', false, text)
  }
  const line = {
    id,
    value,
    maxLength,
    autocomplete,
    autocapitalize: 'off',
    spellcheck: false,
    ...(secret && autocomplete === 'off' && { 'data-1p-ignore': true, 'data-lpignore': 'true' }),
    'aria-describedby': about || undefined,
    'aria-invalid': error ? true : undefined,
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
    onPaste: (event: ClipboardEvent) => {
      if (!onPasted) return
      // A day has no cursor.
      if (type !== 'date') event.preventDefault()
      const { currentTarget, clipboardData } = event
      pasteInto(currentTarget as HTMLInputElement, clipboardData?.getData('text') ?? '')
    },
  } as const
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {secret ? (
        <div class="joined">
          {shown ? <input {...line} type="text" /> : <input {...line} type="password" />}
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
  /** The name of the choice, for screen readers. */
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

interface CheckboxProps {
  label: string
  hint?: string
  checked: boolean
  onChecked: (checked: boolean) => void
}

/** A check box with its label and a hint. */
export const Checkbox = ({ label, hint, checked, onChecked }: CheckboxProps) => (
  <label class="tick">
    <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.currentTarget.checked)} />
    <span>
      {label} {hint && <span class="hint">{hint}</span>}
    </span>
  </label>
)
