import { useState } from 'preact/hooks'
import { keyLink } from '../activity/address.ts'
import { changeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime, formatDay, number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Moment } from '../ui/Moment.tsx'
import { More } from '../ui/More.tsx'
import { Said, useSaid } from '../ui/Said.tsx'
import { useTask } from '../ui/task.ts'
import { EditKeyDialog } from './KeyDialog.tsx'
import { KeySubscriptions } from './KeySubscriptions.tsx'
import { LimitTags } from './LimitTags.tsx'
import { getUse, isEnded, type KeySeries } from './list.ts'
import { PreviousKeys } from './PreviousKeys.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { RollDialog } from './RollDialog.tsx'

interface Props {
  series: KeySeries
  /** The licence of the deployment. */
  licence: string
  onChanged: (...changed: KeyRecord[]) => void
  onRevoked: (id: string) => void
}

/** A key, and under "More" what it has set up and what ends it. */
export function KeyRow({ series, licence, onChanged, onRevoked }: Props) {
  const { record, previous } = series
  const { common, grants, keys: texts, words } = useTexts()
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const { said, say } = useSaid()
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'edit' | 'roll' | 'revoke'>()
  const { id, prefix, name, groups, read_only, created_at, expires_at, disabled } = record
  const { last_used_at, requests_30d } = getUse(series)
  const ending = previous.find((one) => !isEnded(one))
  const close = () => setDialog(undefined)
  const toggle = () =>
    run(async () => {
      onChanged(await changeKey(id, { disabled: !disabled }))
      say(texts.changed(name, !disabled))
    })
  const tags = [
    ...(record.licence === licence ? [] : [texts.licences[record.licence] ?? record.licence]),
    ...(read_only ? [texts.readOnly] : []),
    ...(record.confirm ? [texts.confirms] : []),
    ...(expires_at && !isEnded(record) ? [texts.until(formatDay(language, expires_at))] : []),
    ...(ending?.expires_at ? [texts.previousUntil(formatDateTime(language, ending.expires_at))] : []),
    ...(record.has_workspace_token ? [grants.workspaceToken] : []),
    ...(record.stored_payment ? [grants.payments] : []),
  ]
  return (
    <>
      <tr>
        <th scope="row">
          <bdi>{name}</bdi> <KeyBadge record={record} />
          <code class="prefix">{prefix}…</code>
        </th>
        <td data-label={texts.scope}>
          <span>
            <span class="list">
              {groups?.map((group) => words.groups[group as keyof typeof words.groups] ?? group).join(', ') ??
                texts.allGroups}
            </span>
            {tags.map((tag) => (
              <span class="tag" key={tag}>
                {tag}
              </span>
            ))}
            <LimitTags limits={record.limits} />
          </span>
        </td>
        <td data-label={texts.lastUsed}>{last_used_at ? <Moment at={last_used_at} /> : common.never}</td>
        <td data-label={texts.requests} class="number">
          {requests_30d === null ? common.unknown : number(language, requests_30d)}
        </td>
        <td>
          <div class="actions">
            <Button look="quiet" aria-label={`${texts.edit}: ${name}`} onClick={() => setDialog('edit')}>
              {texts.edit}
            </Button>
            <More
              label={texts.more}
              about={name}
              controls={`key-${id}`}
              open={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
          </div>
          <Said said={said} error={error} />
          {dialog === 'edit' && (
            <EditKeyDialog
              record={record}
              licence={licence}
              onClose={close}
              onChanged={(changed) => {
                onChanged(changed)
                say(texts.saved(changed.name))
              }}
            />
          )}
          {dialog === 'roll' && <RollDialog record={record} onRolled={onChanged} onClose={close} />}
          {dialog === 'revoke' && <RevokeDialog record={record} onClose={close} onRevoked={() => onRevoked(id)} />}
        </td>
      </tr>
      {isOpen && (
        <tr id={`key-${id}`} class="rest">
          <td colSpan={5}>
            <dl class="facts">
              <div>
                <dt>{texts.made}</dt>
                <dd>{formatDay(language, created_at)}</dd>
              </div>
              <div>
                <dt>{texts.expires}</dt>
                <dd>{expires_at ? formatDateTime(language, expires_at) : common.never}</dd>
              </div>
              <div>
                <dt>{texts.id}</dt>
                <dd>
                  <code>{id}</code>
                </dd>
              </div>
            </dl>
            <PreviousKeys
              records={previous}
              onRevoked={(revoked) => {
                onRevoked(revoked.id)
                say(texts.previousRevoked)
              }}
            />
            <KeySubscriptions record={record} none={texts.noSubscriptions} />
            <div class="actions">
              <a class="button quiet" href={keyLink(id)} aria-label={`${texts.failures}: ${name}`}>
                {texts.failures}
              </a>
              <Button look="quiet" aria-label={`${texts.roll}: ${name}`} onClick={() => setDialog('roll')}>
                {texts.roll}
              </Button>
              <Button
                look="quiet"
                busy={busy}
                aria-label={`${disabled ? texts.enable : texts.disable}: ${name}`}
                onClick={toggle}
              >
                {disabled ? texts.enable : texts.disable}
              </Button>
              <Button look="quiet" aria-label={`${common.revoke}: ${name}`} onClick={() => setDialog('revoke')}>
                {common.revoke}
              </Button>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** Only what is unusual: a key that is refused. */
function KeyBadge({ record }: { record: KeyRecord }) {
  const { keys: texts } = useTexts()
  if (!record.disabled && !isEnded(record)) return null
  const [icon, tone, words] = record.disabled
    ? (['empty', 'none', texts.disabled] as const)
    : (['clock', 'warn', texts.ended] as const)
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {words}
    </span>
  )
}
