import { useTexts } from '../text/language.tsx'

interface Props {
  /** The gateway's own message, in English. */
  message: string
  hint?: string | null | undefined
  requestId?: string | null | undefined
}

/** The original message of the gateway or a product, closed until it is opened. */
export function Details({ message, hint, requestId }: Props) {
  const { errors } = useTexts()
  if (!message && !requestId) return null
  return (
    <details class="original">
      <summary>{errors.details}</summary>
      {message && <p lang="en">{message}</p>}
      {hint && <p lang="en">{hint}</p>}
      {requestId && (
        <p class="hint">
          {errors.requestId} <code>{requestId}</code>
        </p>
      )}
    </details>
  )
}
