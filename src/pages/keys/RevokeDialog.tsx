import { revokeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { KeySubscriptions } from './KeySubscriptions.tsx'

interface Props {
  record: KeyRecord
  onRevoked: () => void
  onClose: () => void
}

export function RevokeDialog({ record, onRevoked, onClose }: Props) {
  const { id, name } = record
  const { common, keys: texts } = useTexts()
  return (
    <Confirm
      title={texts.revokeTitle(name)}
      body={texts.revokeBody}
      action={common.revoke}
      onClose={onClose}
      onConfirmed={async () => {
        await revokeKey(id)
        onRevoked()
        onClose()
      }}
    >
      <KeySubscriptions record={record} outcome={texts.revokePauses} />
    </Confirm>
  )
}
