import { useState } from 'preact/hooks'
import { revokeKey } from '../api/admin.ts'
import type { CreatedCredential, KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, number } from '../text/moments.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { Done, Modal } from '../ui/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { KeySubscriptions } from './KeySubscriptions.tsx'

interface Props {
  record: KeyRecord
  /** Whether another key has replaced it, which keeps its subscriptions. */
  isPrevious?: boolean
  onRevoked: () => void
  onClose: () => void
}

/** Says what ends with a key, before it is revoked, and afterwards what does not. */
export function RevokeDialog({ record, isPrevious = false, onRevoked, onClose }: Props) {
  const { id, name, last_used_at, requests_30d } = record
  const { common, keys: texts } = useTexts()
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
          <Done />
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
        const created = await revokeKey(id)
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
