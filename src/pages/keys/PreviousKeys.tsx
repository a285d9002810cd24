import { useState } from 'preact/hooks'
import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { isEnded } from './list.ts'
import { RevokeDialog } from './RevokeDialog.tsx'

interface Props {
  records: readonly KeyRecord[]
  onRevoked: (record: KeyRecord) => void
}

/** The keys that a key replaced: until when they work, and a button that ends one earlier. */
export function PreviousKeys({ records, onRevoked }: Props) {
  const { common, keys: texts } = useTexts()
  const { language } = useLanguage()
  const [dialog, setDialog] = useState<KeyRecord>()
  if (records.length === 0) return null
  return (
    <section aria-label={texts.previousKeys}>
      <p>{texts.previousKeys}</p>
      <ul class="previous">
        {records.map((record) => (
          <li key={record.id}>
            <code>{record.prefix ? `${record.prefix}…` : record.id}</code>
            <span class="soft">
              {isEnded(record)
                ? texts.ended
                : record.expires_at && texts.until(formatDateTime(language, record.expires_at))}
            </span>
            <Button
              look="quiet"
              aria-label={`${common.revoke}: ${record.prefix ?? record.id}`}
              onClick={() => setDialog(record)}
            >
              {common.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {dialog && (
        <RevokeDialog
          record={dialog}
          isPrevious
          onClose={() => setDialog(undefined)}
          onRevoked={() => onRevoked(dialog)}
        />
      )}
    </section>
  )
}
