import { useState } from 'preact/hooks'
import { rollKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useTask } from '../ui/task.ts'
import { KeySubscriptions } from './KeySubscriptions.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'

interface Props {
  record: KeyRecord
  onRolled: (...changed: KeyRecord[]) => void
  onClose: () => void
}

/** Replaces a key by a new one. Both work until the overlap ends. */
export function RollDialog({ record, onRolled, onClose }: Props) {
  const { common, keys: texts } = useTexts()
  const { language } = useLanguage()
  const [hours, setHours] = useState(24)
  const [rolled, setRolled] = useState<Awaited<ReturnType<typeof rollKey>>>()
  const { busy, error, run } = useTask()
  const roll = async () => {
    const answer = await rollKey(record.id, hours)
    onRolled(answer.record, answer.previous)
    setRolled(answer)
  }
  if (rolled) {
    const { expires_at } = rolled.previous
    return (
      <NewKeyDialog name={record.name} value={rolled.key} onClose={onClose}>
        {expires_at && <p>{texts.previousEnds(formatDateTime(language, expires_at))}</p>}
      </NewKeyDialog>
    )
  }
  return (
    <Modal title={texts.rollTitle(record.name)} onClose={onClose}>
      <p>{texts.rollBody}</p>
      <div class="field">
        <label for="overlap">{texts.overlap}</label>
        <select id="overlap" value={hours} onChange={(event) => setHours(Number(event.currentTarget.value))}>
          {texts.overlaps.map(([value, words]) => (
            <option value={value} key={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <KeySubscriptions record={record} outcome={hours === 0 ? texts.rollPauses : texts.rollKeeps} />
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="primary" busy={busy} onClick={() => run(roll)}>
          {texts.roll}
        </Button>
      </div>
    </Modal>
  )
}
