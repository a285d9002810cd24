import { useTexts } from '../text/language.tsx'
import { Field } from '../ui/Field.tsx'
import { isAmount, type LimitDraft } from './limits.ts'

interface Props {
  draft: LimitDraft
  onChange: (part: Partial<LimitDraft>) => void
  tried: boolean
}

/** How much may be requested or moved by payments. */
export function LimitFields({ draft, onChange, tried }: Props) {
  const { keys: texts } = useTexts()
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
