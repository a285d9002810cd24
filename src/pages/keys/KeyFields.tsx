import { useTexts } from '../text/language.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { Tick } from '../ui/Tick.tsx'
import { addsPayment, type Draft, isPast, makesPayments, opensPayment, opensWorkspace, today } from './draft.ts'
import { GroupChoice } from './GroupChoice.tsx'
import { LimitFields } from './LimitFields.tsx'
import { isWorkspaceToken } from './workspace-token.ts'

interface Props {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  tried: boolean
  /** The licence of the deployment: any other than pro leaves no choice. */
  licence: string
  /** Whether the key has a workspace token already, which is never shown. */
  hasWorkspaceToken?: boolean
  /** The present expiry of the key, which may be past. */
  expiresBefore?: string
}

/** What a key may do, and until when. */
export function KeyFields({ draft, onChange, tried, licence, hasWorkspaceToken = false, expiresBefore = '' }: Props) {
  const { keys: texts } = useTexts()
  const { name, expires } = draft
  const isWrongDay = expires !== expiresBefore && isPast(expires)
  return (
    <>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        error={tried && !name.trim() ? texts.nameMissing : undefined}
        value={name}
        maxLength={100}
        onValue={(value) => onChange({ name: value })}
      />
      <GroupChoice
        groups={draft.groups}
        onGroups={(groups) => onChange({ groups, confirm: draft.confirm || addsPayment(draft.groups, groups) })}
        tried={tried}
      />
      <Tick
        label={texts.readOnly}
        hint={texts.readOnlyHint}
        checked={draft.readOnly}
        onChecked={(readOnly) => onChange({ readOnly })}
      />
      {!draft.readOnly && (
        <Tick
          label={texts.confirm}
          hint={texts.confirmHint}
          checked={draft.confirm}
          onChecked={(confirm) => onChange({ confirm })}
        />
      )}
      {makesPayments(draft) && <LimitFields draft={draft} onChange={onChange} tried={tried} />}
      <Field
        label={texts.expires}
        hint={texts.expiresHint}
        type="date"
        min={today()}
        error={tried && isWrongDay ? texts.expiresPast : undefined}
        value={expires}
        onValue={(value) => onChange({ expires: value })}
      />
      <details>
        <summary>{texts.others}</summary>
        <div class="stack">
          {(licence === 'pro' || draft.licence !== licence) && (
            <Select
              label={texts.licence}
              value={draft.licence}
              options={Object.entries(texts.licences)}
              onValue={(value) => onChange({ licence: value })}
            />
          )}
          {opensPayment(draft) && (
            <Tick
              label={texts.storedPayment}
              hint={texts.storedPaymentHint}
              checked={draft.storedPayment}
              onChecked={(storedPayment) => onChange({ storedPayment, confirm: storedPayment || draft.confirm })}
            />
          )}
          {opensWorkspace(draft) && (
            <Field
              label={texts.workspaceToken}
              hint={hasWorkspaceToken ? texts.workspaceTokenStays : texts.workspaceTokenHint}
              secret
              error={tried && !isWorkspaceToken(draft.workspaceToken) ? texts.workspaceTokenWrong : undefined}
              value={draft.workspaceToken}
              onValue={(workspaceToken) => onChange({ workspaceToken })}
            />
          )}
        </div>
      </details>
    </>
  )
}
