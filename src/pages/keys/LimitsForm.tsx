import { useState } from 'preact/hooks'
import { GROUPS, type Group } from '../../base/groups.ts'
import type { KeyRecord, Limits } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { keysTexts } from '../text/keys.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Field } from '../ui/fields.tsx'
import { areAmounts, getLimits, isAmount, type LimitDraft, toLimitDraft } from './draft.ts'

interface GroupChoiceProps {
  groups: readonly Group[] | null
  onGroups: (groups: readonly Group[] | null) => void
  /** Whether someone has tried to submit. */
  tried: boolean
}

/** A choice of all groups, or some of them. */
export function GroupChoice({ groups, onGroups, tried }: GroupChoiceProps) {
  const { words } = useTexts(firstTexts)
  const texts = useTexts(keysTexts)
  return (
    <fieldset class="field">
      <legend>{texts.groups}</legend>
      <label class="tick">
        <input type="radio" name="groups" checked={groups === null} onChange={() => onGroups(null)} />
        {texts.allGroups}
      </label>
      <label class="tick">
        <input type="radio" name="groups" checked={groups !== null} onChange={() => onGroups(groups ?? [])} />
        {texts.someGroups}
      </label>
      {groups && (
        <div class="ticks">
          {GROUPS.map((group) => (
            <label class="tick" key={group}>
              <input
                type="checkbox"
                checked={groups.includes(group)}
                onChange={({ currentTarget: { checked } }) =>
                  onGroups(GROUPS.filter((other) => (other === group ? checked : groups.includes(other))))
                }
              />
              {words.groups[group]}
            </label>
          ))}
        </div>
      )}
      {tried && groups?.length === 0 && <p class="fault">{texts.groupsMissing}</p>}
    </fieldset>
  )
}

interface LimitFieldsProps {
  draft: LimitDraft
  onChange: (part: Partial<LimitDraft>) => void
  tried: boolean
}

/** The limits for payments. */
export function LimitFields({ draft, onChange, tried }: LimitFieldsProps) {
  const texts = useTexts(keysTexts)
  const getError = (text: string) => (tried && !isAmount(text) ? texts.amountWrong : undefined)
  return (
    <>
      <Field
        label={texts.maxAmount}
        hint={texts.maxAmountHint}
        error={getError(draft.maxAmount)}
        value={draft.maxAmount}
        onValue={(maxAmount) => onChange({ maxAmount })}
      />
      <Field
        label={texts.dailyAmount}
        hint={texts.dailyAmountHint}
        error={getError(draft.dailyAmount)}
        value={draft.dailyAmount}
        onValue={(dailyAmount) => onChange({ dailyAmount })}
      />
    </>
  )
}

/** The limits of a key or grant, in short. */
export function LimitTags({ limits }: Pick<KeyRecord, 'limits'>) {
  const texts = useTexts(keysTexts)
  const { language } = useLanguage()
  if (!limits) return null
  const { max_amount, daily_amount } = limits
  return (
    <>
      {max_amount !== null && <span class="tag">{texts.atMost(number(language, max_amount))}</span>}
      {daily_amount !== null && <span class="tag">{texts.atMostDaily(number(language, daily_amount))}</span>}
    </>
  )
}

interface LimitsDialogProps {
  /** The name of the key or client. */
  name: string
  limits: KeyRecord['limits']
  /** Says how soon the change applies everywhere. */
  hint: string
  onSave: (limits: Limits | null) => Promise<void>
  onClose: () => void
}

/** Changes the payment limits of a key or client. */
export function LimitsDialog({ name, limits, hint, onSave, onClose }: LimitsDialogProps) {
  const texts = useTexts(keysTexts)
  const [draft, setDraft] = useState<LimitDraft>(toLimitDraft(limits))
  return (
    <FormDialog
      title={texts.limitsTitle(name)}
      action={texts.saveLimits}
      submit={() => (areAmounts(draft) ? onSave(getLimits(draft) ?? null) : undefined)}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <LimitFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} tried={tried} />
          <p class="hint">{hint}</p>
        </>
      )}
    </FormDialog>
  )
}
