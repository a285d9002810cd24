import { revokeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'

interface Props {
  record: KeyRecord
  onRevoked: () => void
  onClose: () => void
}

export function RevokeDialog({ record: { id, name }, onRevoked, onClose }: Props) {
  const { keys: texts } = useTexts()
  return (
    <Confirm
      title={texts.revokeTitle(name)}
      body={texts.revokeBody}
      action={texts.revoke}
      onClose={onClose}
      onConfirmed={async () => {
        await revokeKey(id)
        onRevoked()
        onClose()
      }}
    />
  )
}
