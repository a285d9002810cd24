import { useState } from 'preact/hooks'
import { groupOfAccount } from '../base/groups.ts'
import { isLoopback } from '../base/url.ts'
import { AccountsDialog } from './accounts/AccountsDialog.tsx'
import { findSeveral } from './accounts/choice.ts'
import { useAccounts } from './accounts/list.ts'
import type { Product } from './api/accounts.ts'
import { call } from './api/session.ts'
import type { Grant, Report } from './api/types.ts'
import { LimitsDialog, LimitTags } from './keys/LimitsForm.tsx'
import { nameAccount } from './text/account-name.ts'
import { firstTexts } from './text/first.ts'
import { grantsTexts } from './text/grants.ts'
import { keysTexts } from './text/keys.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { formatDay, number } from './text/moments.ts'
import { Confirm } from './ui/Confirm.tsx'
import { Loaded } from './ui/Loaded.tsx'
import { Details, Empty, Moment, Notice } from './ui/layout.tsx'
import { DeletedNotice, ResultNotice, useResult } from './ui/result.tsx'
import { Button, Rich } from './ui/shared.tsx'
import { Table } from './ui/Table.tsx'
import { useLoaded, useTask } from './ui/task.ts'

interface GrantRowProps {
  grant: Grant
  /** The accounts of the deployment. */
  reports: readonly Report[]
}

function GrantRow({ grant: first, reports }: GrantRowProps) {
  const { common, products, words } = useTexts(firstTexts)
  const texts = useTexts(grantsTexts)
  const keys = useTexts(keysTexts)
  const { language } = useLanguage()
  const [grant, setGrant] = useState(first)
  const [dialog, setDialog] = useState<'accounts' | 'limits' | 'revoke' | 'gone'>()
  const { result, showResult } = useResult()
  const { busy, error, run } = useTask()
  const { id, name, label, domain, redirect_host, groups, read_only, payments, confirm, limits } = grant
  const { created_at, expires_at, ended_reason, last_used_at, requests_30d } = grant
  const opens = (product: Product) => groups?.includes(groupOfAccount(product)) ?? true
  const close = () => setDialog(undefined)
  const revoke = async () => {
    await call('admin_revoke_grant', { path: { id } })
    setDialog('gone')
  }
  if (dialog === 'gone') {
    return (
      <tr>
        <td colSpan={6}>
          <DeletedNotice words={texts.revoked(name)} />
        </td>
      </tr>
    )
  }
  const action = ended_reason ? texts.dismiss : common.revoke
  const tags = [
    ...(grant.accounts ?? []).map((account) => nameAccount(products, account)),
    read_only ? keys.readOnly : texts.changes,
    ...(payments ? [texts.payments] : []),
    ...(confirm ? [keys.confirms] : []),
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
          {!ended_reason && findSeveral(reports).some(([product]) => opens(product)) && (
            <Button
              variant="quiet"
              aria-label={`${texts.accounts}: ${label ?? name}`}
              onClick={() => setDialog('accounts')}
            >
              {texts.accounts}
            </Button>
          )}
          {payments && !ended_reason && (groups?.includes('payment') ?? true) && (
            <Button variant="quiet" aria-label={`${keys.limits}: ${label ?? name}`} onClick={() => setDialog('limits')}>
              {keys.limits}
            </Button>
          )}
          {!read_only && !ended_reason && (
            <Button
              variant="quiet"
              busy={busy}
              aria-label={`${confirm ? texts.stopConfirming : texts.startConfirming}: ${label ?? name}`}
              onClick={() =>
                run(async () => {
                  setGrant((await call('admin_change_grant', { path: { id }, body: { confirm: !confirm } })).grant)
                  showResult(texts.confirmChanged(label ?? name))
                })
              }
            >
              {confirm ? texts.stopConfirming : texts.startConfirming}
            </Button>
          )}
          <Button
            variant="quiet"
            busy={busy}
            aria-label={`${action}: ${label ?? name}`}
            // An expired grant is removed from the list without asking.
            onClick={() => (ended_reason ? run(revoke) : setDialog('revoke'))}
          >
            {action}
          </Button>
        </div>
        <ResultNotice result={result} error={error} />
        {dialog === 'accounts' && (
          <AccountsDialog
            title={texts.accountsTitle(label ?? name)}
            reports={reports}
            accounts={grant.accounts}
            isOffered={opens}
            onClose={close}
            onSave={async (accounts) => {
              setGrant((await call('admin_change_grant', { path: { id }, body: { accounts } })).grant)
              showResult(texts.accountsSaved(label ?? name))
              close()
            }}
          />
        )}
        {dialog === 'limits' && (
          <LimitsDialog
            name={label ?? name}
            limits={limits}
            hint={texts.limitsHint}
            onClose={close}
            onSave={async (wanted) => {
              setGrant((await call('admin_change_grant', { path: { id }, body: { limits: wanted } })).grant)
              showResult(keys.limitsSaved(label ?? name))
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
  const texts = useTexts(grantsTexts)
  const keys = useTexts(keysTexts)
  const { value, error, reload } = useLoaded(() => call('admin_list_grants'))
  const reports = useAccounts()
  return (
    <section class="stack" aria-labelledby="grants">
      <h2 id="grants" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="lead">
        {isLoopback(location.hostname) ? texts.leadLocal : <Rich text={texts.lead(`${location.origin}/mcp`)} />}
      </p>
      <Loaded value={value} error={error} reload={reload} placeholder={null}>
        {(value) => (
          <>
            {' '}
            {value.unavailable && (
              <Notice tone="warn">
                <p>{texts.unavailable}</p>
                <Details message={value.unavailable} />
              </Notice>
            )}
            {!value.unavailable && value.grants.length === 0 && (
              <Empty picture="plug">
                <p>{texts.empty}</p>
              </Empty>
            )}
            {value.grants.length > 0 && (
              <Table
                caption={texts.title}
                columns={[texts.client, keys.scope, texts.since, keys.lastUsed, keys.requests]}
                numbers={[keys.requests]}
              >
                {value.grants.map((grant) => (
                  <GrantRow key={grant.id} grant={grant} reports={reports} />
                ))}
              </Table>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
