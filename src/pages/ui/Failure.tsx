import { ApiError } from '../api/call.ts'
import { type FirstTexts, firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Details, Notice } from './layout.tsx'
import { Button } from './shared.tsx'

interface Props {
  error: unknown
  retry?: () => void
  /** A better text than the one for the code, where the form knows more. */
  getFailureText?: (error: ApiError) => string | undefined
  /** The labels of the form's fields, where the shared texts have none. */
  labels?: Readonly<Record<string, string>>
}

/** The meaning of a failure, in the language of the page. The gateway's message and the request id are under "Details". */
export function Failure({ error, retry, getFailureText, labels }: Props) {
  const texts = useTexts(firstTexts)
  if (error === undefined) return null
  const failure = error instanceof ApiError ? error : new ApiError(0, String(error))
  return (
    <Notice tone="bad">
      <p>{getFailureText?.(failure) ?? describe(texts.errors, failure, labels)}</p>
      <Details message={failure.message} requestId={failure.requestId} />
      {retry && <Button onClick={retry}>{texts.common.repeat}</Button>}
    </Notice>
  )
}

function describe(
  errors: FirstTexts['errors'],
  { status, code, parameters }: ApiError,
  own: Readonly<Record<string, string>> = {},
): string {
  if (status === 0) return errors.offline
  if (code === 'invalid_input') {
    const labels: Readonly<Record<string, string>> = { ...own, ...errors.fields }
    // Such as `limits.max_amount` and `types[0]`.
    const fields = parameters.fields?.map((field) => labels[field.replace(/^limits\.|\[.*/g, '')] ?? '') ?? []
    if (fields.length > 0 && !fields.includes('')) return errors.checkFields([...new Set(fields)].join(', '))
  }
  const codes: Readonly<Record<string, string>> = errors.codes
  return codes[code ?? ''] ?? errors.unknown(status)
}
