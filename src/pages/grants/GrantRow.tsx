import type { Grant } from '../api/grant-types.ts'
import { changeGrant } from '../api/grants.ts'
import { LimitTags } from '../keys/LimitTags.tsx'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, formatDay, number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useTask } from '../ui/task.ts'

interface Props {
  grant: Grant
  /** @param said the message for the person */
  onChanged: (grant: Grant, said: string) => void
  onLimits: (grant: Grant) => void
  onRevoke: (grant: Grant) => void
}

export function GrantRow({ grant, onChanged, onLimits, onRevoke }: Props) {
  const { common, grants: texts, keys } = useTexts()
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const { id, name, label, domain, redirect_host, groups, read_only, payments, confirm, has_workspace_token } = grant
  const { created_at, expires_at, ended_reason, last_used_at, requests_30d } = grant
  const action = ended_reason ? texts.dismiss : common.revoke
  const tags = [
    read_only ? keys.readOnly : texts.changes,
    ...(payments ? [texts.payments] : []),
    ...(confirm ? [keys.confirms] : []),
    ...(grant.event_hosts ? [keys.eventsTo(grant.event_hosts.join(', '))] : []),
    ...(has_workspace_token ? [texts.workspaceToken] : []),
    ...(expires_at === null && !ended_reason ? [texts.pending] : []),
  ]
  return (
    <tr>
      <th scope="row">
        {name} <span class="soft">{domain ?? redirect_host}</span>
        {label && <span class="hint">{texts.for(label)}</span>}
        {ended_reason && <span class="fault">{texts.ended[ended_reason]}</span>}
      </th>
      <td data-label={keys.scope}>
        <span>
          {groups?.join(', ') ?? keys.allGroups}
          {tags.map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
          <LimitTags limits={grant.limits} />
        </span>
      </td>
      <td data-label={texts.since}>{formatDay(language, created_at)}</td>
      <td data-label={keys.lastUsed}>
        {last_used_at ? (
          <time title={formatDateTime(language, last_used_at)}>{distance(language, last_used_at)}</time>
        ) : (
          common.never
        )}
      </td>
      <td data-label={keys.requests} class="number">
        {requests_30d === null ? common.unknown : number(language, requests_30d)}
      </td>
      <td>
        <div class="actions">
          {payments && !ended_reason && (groups?.includes('payment') ?? true) && (
            <Button look="quiet" aria-label={`${keys.limits}: ${label ?? name}`} onClick={() => onLimits(grant)}>
              {keys.limits}
            </Button>
          )}
          {!read_only && !ended_reason && (
            <Button
              look="quiet"
              busy={busy}
              aria-label={`${confirm ? keys.stopConfirming : keys.startConfirming}: ${label ?? name}`}
              onClick={() =>
                run(async () =>
                  onChanged(await changeGrant(id, { confirm: !confirm }), texts.confirmChanged(label ?? name)),
                )
              }
            >
              {confirm ? keys.stopConfirming : keys.startConfirming}
            </Button>
          )}
          <Button look="quiet" aria-label={`${action}: ${label ?? name}`} onClick={() => onRevoke(grant)}>
            {action}
          </Button>
        </div>
        <div role="alert">
          <Failure error={error} />
        </div>
      </td>
    </tr>
  )
}
