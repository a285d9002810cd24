import { useState } from 'preact/hooks'
import { isLoopback } from '../base/url.ts'
import { changeGrant, fetchGrants, revokeGrant } from './api/admin.ts'
import type { Grant } from './api/types.ts'
import { LimitsDialog, LimitTags } from './keys/LimitsForm.tsx'
import { useLanguage, useTexts } from './text/language.tsx'
import { formatDay, number } from './text/moments.ts'
import { Confirm } from './ui/Confirm.tsx'
import { Failure } from './ui/Failure.tsx'
import { Details, Empty, Moment, Notice } from './ui/layout.tsx'
import { Gone, Said, useSaid } from './ui/Said.tsx'
import { Button, Rich } from './ui/shared.tsx'
import { useLoaded, useTask } from './ui/task.ts'

function GrantRow({ grant: first }: { grant: Grant }) {
  const { common, grants: texts, keys, words } = useTexts()
  const { language } = useLanguage()
  const [grant, setGrant] = useState(first)
  const [dialog, setDialog] = useState<'limits' | 'revoke' | 'gone'>()
  const { said, say } = useSaid()
  const { busy, error, run } = useTask()
  const { id, name, label, domain, redirect_host, groups, read_only, payments, confirm, limits } = grant
  const { created_at, expires_at, ended_reason, last_used_at, requests_30d, has_workspace_token } = grant
  const close = () => setDialog(undefined)
  const revoke = async () => {
    await revokeGrant(id)
    setDialog('gone')
  }
  if (dialog === 'gone') {
    return (
      <tr>
        <td colSpan={6}>
          <Gone words={texts.revoked(name)} />
        </td>
      </tr>
    )
  }
  const action = ended_reason ? texts.dismiss : common.revoke
  const tags = [
    read_only ? keys.readOnly : texts.changes,
    ...(payments ? [texts.payments] : []),
    ...(confirm ? [keys.confirms] : []),
    ...(has_workspace_token ? [texts.workspaceToken] : []),
    ...(expires_at === null && !ended_reason ? [texts.pending] : []),
  ]
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi> <span class="soft">{domain ?? redirect_host}</span>
        {label && <p class="hint">{texts.for(label)}</p>}
        {ended_reason && <p class="fault">{texts.ended[ended_reason]}</p>}
      </th>
      <td data-label={keys.scope}>
        <span>
          <span class="list">
            {groups?.map((group) => words.groups[group as keyof typeof words.groups] ?? group).join(', ') ??
              keys.allGroups}
          </span>
          {tags.map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
          <LimitTags limits={limits} />
        </span>
      </td>
      <td data-label={texts.since}>
        <span class="day">{formatDay(language, created_at)}</span>
      </td>
      <td data-label={keys.lastUsed}>{last_used_at ? <Moment at={last_used_at} /> : common.notYet}</td>
      <td data-label={keys.requests} class="number">
        {requests_30d === null ? common.unknown : number(language, requests_30d)}
      </td>
      <td>
        <div class="actions">
          {payments && !ended_reason && (groups?.includes('payment') ?? true) && (
            <Button look="quiet" aria-label={`${keys.limits}: ${label ?? name}`} onClick={() => setDialog('limits')}>
              {keys.limits}
            </Button>
          )}
          {!read_only && !ended_reason && (
            <Button
              look="quiet"
              busy={busy}
              aria-label={`${confirm ? texts.stopConfirming : texts.startConfirming}: ${label ?? name}`}
              onClick={() =>
                run(async () => {
                  setGrant(await changeGrant(id, { confirm: !confirm }))
                  say(texts.confirmChanged(label ?? name))
                })
              }
            >
              {confirm ? texts.stopConfirming : texts.startConfirming}
            </Button>
          )}
          <Button
            look="quiet"
            busy={busy}
            aria-label={`${action}: ${label ?? name}`}
            // An expired grant is removed from the list without asking.
            onClick={() => (ended_reason ? run(revoke) : setDialog('revoke'))}
          >
            {action}
          </Button>
        </div>
        <Said said={said} error={error} />
        {dialog === 'limits' && (
          <LimitsDialog
            name={label ?? name}
            limits={limits}
            hint={texts.limitsHint}
            onClose={close}
            onSave={async (wanted) => {
              setGrant(await changeGrant(id, { limits: wanted }))
              say(keys.limitsSaved(label ?? name))
              close()
            }}
          />
        )}
        {dialog === 'revoke' && (
          <Confirm
            title={texts.revokeTitle(name)}
            body={texts.revokeBody}
            action={common.revoke}
            onClose={close}
            onConfirmed={revoke}
          />
        )}
      </td>
    </tr>
  )
}

/** Clients connected with OAuth, below the keys, because both give a program access to the gateway. */
export function GrantsSection() {
  const { common, grants: texts, keys } = useTexts()
  const { value, error, reload } = useLoaded(fetchGrants)
  return (
    <section class="stack" aria-labelledby="grants">
      <h2 id="grants" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="lead">
        {isLoopback(location.hostname) ? texts.leadLocal : <Rich text={texts.lead(`${location.origin}/mcp`)} />}
      </p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {value?.unavailable && (
        <Notice tone="warn">
          <p>{texts.unavailable}</p>
          <Details message={value.unavailable} />
        </Notice>
      )}
      {value && !value.unavailable && value.grants.length === 0 && (
        <Empty picture="plug">
          <p>{texts.empty}</p>
        </Empty>
      )}
      {value && value.grants.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{texts.title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.client}</th>
                <th scope="col">{keys.scope}</th>
                <th scope="col">{texts.since}</th>
                <th scope="col">{keys.lastUsed}</th>
                <th scope="col" class="number">
                  {keys.requests}
                </th>
                <th scope="col">
                  <span class="unseen">{common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.grants.map((grant) => (
                <GrantRow key={grant.id} grant={grant} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
