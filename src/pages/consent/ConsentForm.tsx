import { useState } from 'preact/hooks'
import type { Client, Terms } from '../api/grant-types.ts'
import { GroupChoice } from '../keys/GroupChoice.tsx'
import { LimitFields } from '../keys/LimitFields.tsx'
import { isWorkspaceToken } from '../keys/workspace-token.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/Field.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Tick } from '../ui/Tick.tsx'
import { useTask } from '../ui/task.ts'
import { useAsleep } from './asleep.ts'
import { type Draft, draftFor, getTerms, makesPayments, opensGroup } from './draft.ts'

interface Props {
  onAgreed: (terms: Terms) => Promise<void>
  onRefused: () => void
  client: Client
}

/** Lets the owner choose what a client may do. */
export function ConsentForm({ onAgreed, onRefused, client }: Props) {
  const { consent, keys } = useTexts()
  const [draft, setDraft] = useState<Draft>(() => draftFor(client))
  const { form, tried, noteTry } = useFirstFault()
  const { busy, error, run } = useTask()
  const asleep = useAsleep()
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = (event: Event) => {
    event.preventDefault()
    if (asleep) return
    noteTry()
    const terms = getTerms(draft)
    if (terms) run(() => onAgreed(terms))
  }
  return (
    <section class="card" aria-label={consent.terms}>
      <h2>{consent.terms}</h2>
      <form ref={form} onSubmit={submit} noValidate>
        <GroupChoice groups={draft.groups} onGroups={(groups) => change({ groups })} tried={tried} />
        <Tick
          label={consent.changes}
          hint={consent.changesHint}
          checked={draft.changes}
          onChecked={(changes) => change({ changes })}
        />
        {draft.changes && opensGroup(draft, 'payment') && (
          <Tick
            label={consent.payments}
            hint={consent.paymentsHint}
            checked={draft.payments}
            onChecked={(payments) => change({ payments, confirm: payments || draft.confirm })}
          />
        )}
        {draft.changes && (
          <Tick
            label={keys.confirm}
            hint={keys.confirmHint}
            checked={draft.confirm}
            onChecked={(confirm) => change({ confirm })}
          />
        )}
        {makesPayments(draft) && <LimitFields draft={draft} onChange={change} tried={tried} />}
        {opensGroup(draft, 'workspace') && (
          <Field
            label={consent.workspaceToken}
            hint={consent.workspaceTokenHint}
            secret
            error={tried && !isWorkspaceToken(draft.workspaceToken) ? keys.workspaceTokenWrong : undefined}
            value={draft.workspaceToken}
            onValue={(workspaceToken) => change({ workspaceToken })}
          />
        )}
        <Field
          label={consent.label}
          hint={consent.labelHint}
          value={draft.label}
          onValue={(label) => change({ label })}
        />
        <p class="soft">{consent.ends}</p>
        <div role="alert">
          <Failure error={error} />
        </div>
        <div class="actions end">
          <Button onClick={onRefused}>{consent.refuse}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={asleep}>
            {consent.agree(client.redirect_host)}
          </Button>
        </div>
      </form>
    </section>
  )
}
