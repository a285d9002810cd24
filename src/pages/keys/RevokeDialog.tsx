import { revokeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, number } from '../text/moments.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { KeySubscriptions } from './KeySubscriptions.tsx'

interface Props {
  record: KeyRecord
  onRevoked: () => void
  onClose: () => void
}

/** Says what ends with a key, before it is revoked. */
export function RevokeDialog({ record, onRevoked, onClose }: Props) {
  const { id, name, last_used_at, requests_30d } = record
  const { common, keys: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <Confirm
      title={texts.revokeTitle(name)}
      body={texts.revokeBody}
      action={common.revoke}
      onClose={onClose}
      onConfirmed={async () => {
        await revokeKey(id)
        onClose()
        onRevoked()
      }}
    >
      <p>
        {last_used_at
          ? texts.revokeUsed(distance(language, last_used_at), number(language, requests_30d ?? 0))
          : texts.revokeUnused}
      </p>
      <KeySubscriptions record={record} outcome={texts.revokePauses} />
    </Confirm>
  )
}
