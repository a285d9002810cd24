import { type ErrorCode, getErrorCode } from '../../base/errors.ts'
import type { FailedRequest } from '../api/activity-types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { Moment } from '../ui/Moment.tsx'
import { Rich } from '../ui/Rich.tsx'
import { ActorName, EntryDetails, OutcomeBadge } from './EntryParts.tsx'
import type { OperationNames } from './operation-names.ts'

/** Failures that the owner fixes under "API keys", and those on the overview. */
const OF_KEYS: ReadonlySet<ErrorCode> = new Set([
  ...(['invalid_key', 'insufficient_scope', 'licence_required', 'limit_exceeded'] as const),
])
const OF_ACCOUNTS: ReadonlySet<ErrorCode> = new Set([
  ...(['account_not_connected', 'account_rejected', 'setting_missing'] as const),
])

interface Props {
  entry: FailedRequest
  names: OperationNames
}

/** A failed request: what, when, who, why, and what to do about it. */
export function FailureRow({ entry, names }: Props) {
  const { activity: texts, views } = useTexts()
  const { language } = useLanguage()
  const { operation, at, actor, outcome, status, reason, request_id, setting, origin, upstream_ms } = entry
  const code = getErrorCode(reason ?? '', status)
  return (
    <tr>
      <th scope="row">
        {operation ? (names[operation] ?? <code>{operation}</code>) : origin ? texts.fromPage : texts.noOperation}
        <OutcomeBadge outcome={outcome} />
      </th>
      <td data-label={texts.at}>
        <Moment at={at} />
      </td>
      <td data-label={texts.actor}>
        <ActorName actor={actor} />
      </td>
      <td data-label={texts.details}>
        <div class="explained">
          <p>
            {origin ? <Rich text={texts.unlistedOrigin(origin)} /> : texts.reasons[code]}{' '}
            {OF_KEYS.has(code) && <a href="#keys">{views.keys}</a>}
            {OF_ACCOUNTS.has(code) && <a href="#overview">{views.overview}</a>}
          </p>
          <EntryDetails
            facts={[operation, `${status} ${reason ?? ''}`, setting, `${number(language, upstream_ms)} ms`]}
            requestId={request_id}
          />
        </div>
      </td>
    </tr>
  )
}
