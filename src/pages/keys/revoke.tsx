import { useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import type { Answer, CreatedCredential, KeyRecord } from '../api/types.ts'
import { commonTexts } from '../text/common.ts'
import { keysTexts } from '../text/keys.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, number } from '../text/moments.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/layout.tsx'
import { CloseButton, Modal } from '../ui/Modal.tsx'
import { Button } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import { KeySubscriptions, NewKeyDialog } from './dialogs.tsx'

interface RevokeDialogProps {
  record: KeyRecord
  /** Whether another key has replaced it, which keeps its subscriptions. */
  isPrevious?: boolean
  onRevoked: () => void
  onClose: () => void
}

/** Says what ends with a key, before it is revoked, and afterwards what does not. */
export function RevokeDialog({ record, isPrevious = false, onRevoked, onClose }: RevokeDialogProps) {
  const { id, name, last_used_at, requests_30d } = record
  const common = useTexts(commonTexts)
  const texts = useTexts(keysTexts)
  const { language } = useLanguage()
  const [left, setLeft] = useState<CreatedCredential[]>([])
  const finish = () => {
    onClose()
    onRevoked()
  }
  if (left.length > 0) {
    const created: Readonly<Record<string, string>> = texts.created
    return (
      <Modal title={texts.revoked(name)} onClose={finish}>
        <Notice tone="warn">
          <p>{texts.createdStays}</p>
        </Notice>
        <ul>
          {left.map(({ operation, target, at }) => (
            <li key={`${operation} ${target}`}>
              {created[operation] ?? operation}: <code>{target}</code> ({formatDateTime(language, at)})
            </li>
          ))}
        </ul>
        <div class="actions end">
          <CloseButton />
        </div>
      </Modal>
    )
  }
  return (
    <Confirm
      title={texts.revokeTitle(name)}
      body={texts.revokeBody}
      action={common.revoke}
      onClose={onClose}
      onConfirmed={async () => {
        const { created = [] } = await call('admin_delete_key', { path: { id } })
        if (created.length > 0) setLeft(created)
        else finish()
      }}
    >
      <p>
        {last_used_at
          ? texts.revokeUsed(distance(language, last_used_at), number(language, requests_30d ?? 0))
          : texts.revokeUnused}
      </p>
      {!isPrevious && <KeySubscriptions record={record} outcome={texts.revokePauses} />}
    </Confirm>
  )
}

interface RollDialogProps {
  record: KeyRecord
  onRolled: (...changed: KeyRecord[]) => void
  onClose: () => void
}

/** Replaces a key by a new one. Both work until the overlap ends. */
export function RollDialog({ record, onRolled, onClose }: RollDialogProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(keysTexts)
  const { language } = useLanguage()
  const [hours, setHours] = useState(24)
  const [rolled, setRolled] = useState<Answer<'admin_roll_key'>>()
  const { busy, error, run } = useTask()
  const roll = async () => {
    const answer = await call('admin_roll_key', { path: { id: record.id }, body: { overlap_hours: hours } })
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
    <Modal title={texts.rollTitle(record.name)} onClose={onClose} isBusy={busy}>
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
        <Button disabled={busy} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button variant="primary" busy={busy} onClick={() => run(roll)}>
          {texts.roll}
        </Button>
      </div>
    </Modal>
  )
}
