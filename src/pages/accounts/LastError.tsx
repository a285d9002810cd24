import type { LastError as Failed } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, moment } from '../text/moments.ts'

export function LastError({ error: { at, status, message, request_id } }: { error: Failed }) {
  const { accounts, common } = useTexts()
  const { language } = useLanguage()
  return (
    <details class="last-error">
      <summary>
        {accounts.lastError} <span class="soft">{distance(language, at)}</span>
      </summary>
      <p>
        <strong>{status}</strong> {message}
      </p>
      <p class="hint">
        {moment(language, at)}. {common.errors.requestId} <code>{request_id}</code>
      </p>
    </details>
  )
}
