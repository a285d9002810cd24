import { useId, useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'

interface Props {
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
}: Props) {
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
