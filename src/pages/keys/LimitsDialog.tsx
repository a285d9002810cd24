import { useState } from 'preact/hooks'
import type { KeyRecord, Limits } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Modal } from '../ui/Modal.tsx'
import { useTask } from '../ui/task.ts'
import { LimitFields } from './LimitFields.tsx'
import { areAmounts, getLimits, type LimitDraft, toLimitDraft } from './limits.ts'

interface Props {
  /** The name of the key or client. */
  name: string
  limits: KeyRecord['limits']
  /** How soon the change applies everywhere. */
  hint: string
  onSave: (limits: Limits | null) => Promise<void>
  onClose: () => void
}

/** Changes the payment limits of a key or client. */
export function LimitsDialog({ name, limits, hint, onSave, onClose }: Props) {
  const { common, keys: texts } = useTexts()
  const [draft, setDraft] = useState<LimitDraft>(toLimitDraft(limits))
  const { form, tried, noteTry } = useFirstFault()
  const { busy, error, run } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    if (areAmounts(draft)) run(() => onSave(getLimits(draft) ?? null))
  }
  return (
    <Modal title={texts.limitsTitle(name)} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        <LimitFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} tried={tried} />
        <p class="hint">{hint}</p>
        <div role="alert">
          <Failure error={error} />
        </div>
        <div class="actions end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {texts.saveLimits}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
