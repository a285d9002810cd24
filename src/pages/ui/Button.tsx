import type { ButtonHTMLAttributes } from 'preact'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'danger' | 'quiet'
  /** Shows progress. Presses are ignored, but the focus stays. */
  busy?: boolean
}

export function Button({ look = 'plain', busy = false, children, onClick, type = 'button', ...others }: Props) {
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
