import { requestLink } from '../activity/address.ts'
import type { LastError as Failed } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Moment } from '../ui/Moment.tsx'

export function LastError({ error: { at, status, message, request_id } }: { error: Failed }) {
  const { accounts, errors } = useTexts()
  return (
    <details class="original">
      <summary>
        {accounts.lastError} <Moment at={at} />
      </summary>
      <p>
        <strong>{status}</strong> <span lang="en">{message}</span>
      </p>
      <p class="hint">
        {errors.requestId}{' '}
        <a href={requestLink(request_id)}>
          <code>{request_id}</code>
        </a>
      </p>
    </details>
  )
}
