import { requestLink } from '../activity/address.ts'
import type { LastError as Failed } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'

export function LastError({ error: { at, status, message, request_id } }: { error: Failed }) {
  const { accounts, errors } = useTexts()
  const { language } = useLanguage()
  return (
    <details class="last-error">
      <summary>
        {accounts.lastError} <span class="soft">{distance(language, at)}</span>
      </summary>
      <p>
        <strong>{status}</strong> <span lang="en">{message}</span>
      </p>
      <p class="hint">
        {formatDateTime(language, at)}. {errors.requestId}{' '}
        <a href={requestLink(request_id)}>
          <code>{request_id}</code>
        </a>
      </p>
    </details>
  )
}
