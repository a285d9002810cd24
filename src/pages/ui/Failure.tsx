import { ApiError } from '../api/call.ts'
import { useTexts } from '../text/language.tsx'
import type { Texts } from '../text/texts.ts'
import { Details, Notice } from './layout.tsx'
import { Button } from './shared.tsx'

interface Props {
  error: unknown
  retry?: () => void
  /** A better text than the one for the code, where the form knows more. */
  getFailureText?: (error: ApiError) => string | undefined
}

/** The meaning of a failure, in the language of the page. The gateway's message and the request id are under "Details". */
export function Failure({ error, retry, getFailureText }: Props) {
  const texts = useTexts()
  if (error === undefined) return null
  const failure = error instanceof ApiError ? error : new ApiError(0, String(error))
  return (
    <Notice tone="bad">
      <p>{getFailureText?.(failure) ?? describe(texts, failure)}</p>
      <Details message={failure.message} requestId={failure.requestId} />
      {retry && <Button onClick={retry}>{texts.common.repeat}</Button>}
    </Notice>
  )
}

function describe({ errors, connecting }: Texts, { status, code, parameters }: ApiError): string {
  if (status === 0) return errors.offline
  if (code === 'invalid_input') {
    // The texts of connecting are loaded with the form.
    const labels: Readonly<Record<string, string>> = { ...connecting?.fields, ...errors.fields }
    // Such as `limits.max_amount` and `types[0]`.
    const fields = parameters.fields?.map((field) => labels[field.replace(/^limits\.|\[.*/g, '')] ?? '') ?? []
    if (fields.length > 0 && !fields.includes('')) return errors.checkFields([...new Set(fields)].join(', '))
  }
  const codes: Readonly<Record<string, string>> = errors.codes
  return codes[code ?? ''] ?? errors.unknown(status)
}
