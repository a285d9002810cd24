import { useState } from 'preact/hooks'
import type { Grant } from '../api/grant-types.ts'
import { changeGrant, fetchGrants, revokeGrant } from '../api/grants.ts'
import { LimitsDialog } from '../keys/LimitsDialog.tsx'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Details } from '../ui/Details.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Rich } from '../ui/Rich.tsx'
import { useLoaded } from '../ui/task.ts'
import { GrantRow } from './GrantRow.tsx'

/** Clients connected with OAuth, below the keys, because both give a program access to the gateway. */
export function GrantsSection() {
  const { common, grants: texts, keys } = useTexts()
  const { value, error, reload, setValue } = useLoaded(fetchGrants)
  const [leaving, setLeaving] = useState<Grant>()
  const [limited, setLimited] = useState<Grant>()
  const [said, setSaid] = useState('')
  const close = () => setLeaving(undefined)
  const revoke = async (grant: Grant) => {
    await revokeGrant(grant.id)
    drop(grant)
  }
  const update = (changed: Grant, said: string) => {
    setValue(
      (last) => last && { ...last, grants: last.grants.map((grant) => (grant.id === changed.id ? changed : grant)) },
    )
    setSaid(said)
  }
  const drop = ({ id, name }: Grant) => {
    setValue((last) => last && { ...last, grants: last.grants.filter((grant) => grant.id !== id) })
    setSaid(texts.revoked(name))
  }
  return (
    <section class="grants" aria-labelledby="grants">
      <h2 id="grants" tabIndex={-1}>
        {texts.title}
      </h2>
      <p class="lead">
        <Rich text={texts.lead(`${location.origin}/mcp`)} />
      </p>
      <p role="status" class="said">
        {said}
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
      {value && !value.unavailable && value.grants.length === 0 && <p class="empty card">{texts.empty}</p>}
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
                <GrantRow
                  key={grant.id}
                  grant={grant}
                  onChanged={update}
                  onLimits={setLimited}
                  onRevoke={(one) => {
                    // An expired grant is removed from the list without asking.
                    if (one.ended_reason) revoke(one).catch(reload)
                    else setLeaving(one)
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {limited && (
        <LimitsDialog
          name={limited.label ?? limited.name}
          limits={limited.limits}
          hint={texts.limitsHint}
          onClose={() => setLimited(undefined)}
          onSave={async (limits) => {
            update(await changeGrant(limited.id, { limits }), keys.limitsSaved(limited.label ?? limited.name))
            setLimited(undefined)
          }}
        />
      )}
      {leaving && (
        <Confirm
          title={texts.revokeTitle(leaving.name)}
          body={texts.revokeBody}
          action={common.revoke}
          onClose={close}
          onConfirmed={async () => {
            await revoke(leaving)
            close()
          }}
        />
      )}
    </section>
  )
}
