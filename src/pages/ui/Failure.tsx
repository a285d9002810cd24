import { ApiError } from '../api/call.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** The gateway's error message, with the request id for its log. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { common } = useTexts()
  if (error === undefined) return null
  const { status, message, requestId } = error instanceof ApiError ? error : new ApiError(0, String(error))
  const words = () => {
    if (status === 0) return common.errors.offline
    if (status === 429) return common.errors.tooMany
    return message || common.errors.unknown(status)
  }
  return (
    <Notice tone="bad">
      <p>{words()}</p>
      {requestId && (
        <p class="hint">
          {common.errors.requestId} <code>{requestId}</code>
        </p>
      )}
      {retry && <Button onClick={retry}>{common.again}</Button>}
    </Notice>
  )
}
