import { keyLink } from '../activity/address.ts'
import { changeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, formatDay, number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useTask } from '../ui/task.ts'
import { makesPayments } from './draft.ts'
import { LimitTags } from './LimitTags.tsx'

interface Props {
  record: KeyRecord
  /** @param said the message for the person */
  onChanged: (record: KeyRecord, said: string) => void
  onLimits: (record: KeyRecord) => void
  onRoll: (record: KeyRecord) => void
  onRevoke: (record: KeyRecord) => void
}

export function KeyRow({ record, onChanged, onLimits, onRoll, onRevoke }: Props) {
  const { common, grants, keys: texts } = useTexts()
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const { id, name, licence, groups, read_only, created_at, expires_at, disabled, last_used_at, requests_30d } = record
  const ended = expires_at !== null && new Date(expires_at).getTime() <= Date.now()
  const [icon, tone, state] = disabled
    ? (['empty', 'none', texts.disabled] as const)
    : ended
      ? (['clock', 'warn', texts.ended] as const)
      : (['good', 'good', texts.active] as const)
  return (
    <tr>
      <th scope="row">
        {name}
        <span class={`badge ${tone}`}>
          <Icon name={icon} />
          {state}
        </span>
      </th>
      <td data-label={texts.scope}>
        <span>
          {[texts.licences[licence] ?? licence, groups?.join(', ') ?? texts.allGroups].join(', ')}
          {read_only && <span class="tag">{texts.readOnly}</span>}
          {record.confirm && <span class="tag">{texts.confirms}</span>}
          {record.event_hosts && <span class="tag">{texts.eventsTo(record.event_hosts.join(', '))}</span>}
          {record.has_workspace_token && <span class="tag">{grants.workspaceToken}</span>}
          {record.stored_payment && <span class="tag">{grants.payments}</span>}
          <LimitTags limits={record.limits} />
        </span>
      </td>
      <td data-label={texts.made}>{formatDay(language, created_at)}</td>
      <td data-label={texts.expires}>
        {expires_at ? (
          <time title={formatDateTime(language, expires_at)}>{distance(language, expires_at)}</time>
        ) : (
          common.never
        )}
      </td>
      <td data-label={texts.lastUsed}>
        {last_used_at ? (
          <time title={formatDateTime(language, last_used_at)}>{distance(language, last_used_at)}</time>
        ) : (
          common.never
        )}
      </td>
      <td data-label={texts.requests} class="number">
        {requests_30d === null ? common.unknown : number(language, requests_30d)}
      </td>
      <td>
        <div class="actions">
          {(record.limits || makesPayments({ licence, groups, readOnly: read_only })) && (
            <Button look="quiet" aria-label={`${texts.limits}: ${name}`} onClick={() => onLimits(record)}>
              {texts.limits}
            </Button>
          )}
          {!read_only && (
            <Button
              look="quiet"
              busy={busy}
              aria-label={`${record.confirm ? texts.stopConfirming : texts.startConfirming}: ${name}`}
              onClick={() =>
                run(async () =>
                  onChanged(await changeKey(id, { confirm: !record.confirm }), texts.confirmChanged(name)),
                )
              }
            >
              {record.confirm ? texts.stopConfirming : texts.startConfirming}
            </Button>
          )}
          <a class="button quiet" href={keyLink(id)} aria-label={`${texts.failures}: ${name}`}>
            {texts.failures}
          </a>
          <Button look="quiet" aria-label={`${texts.roll}: ${name}`} onClick={() => onRoll(record)}>
            {texts.roll}
          </Button>
          <Button
            look="quiet"
            busy={busy}
            aria-label={`${disabled ? texts.enable : texts.disable}: ${name}`}
            onClick={() =>
              run(async () => onChanged(await changeKey(id, { disabled: !disabled }), texts.changed(name, !disabled)))
            }
          >
            {disabled ? texts.enable : texts.disable}
          </Button>
          <Button look="quiet" aria-label={`${common.revoke}: ${name}`} onClick={() => onRevoke(record)}>
            {common.revoke}
          </Button>
        </div>
        <div role="alert">
          <Failure error={error} />
        </div>
      </td>
    </tr>
  )
}
