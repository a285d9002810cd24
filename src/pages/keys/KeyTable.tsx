import type { KeyRecord } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { KeyRow } from './KeyRow.tsx'

interface Props {
  records: readonly KeyRecord[]
  onChanged: (record: KeyRecord, said: string) => void
  onLimits: (record: KeyRecord) => void
  onRoll: (record: KeyRecord) => void
  onRevoke: (record: KeyRecord) => void
}

/** A table whose rows become cards on a narrow screen. */
export function KeyTable({ records, ...actions }: Props) {
  const { common, keys: texts, views } = useTexts()
  return (
    <div class="card table keys">
      <table>
        <caption class="unseen">{views.keys}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.scope}</th>
            <th scope="col">{texts.made}</th>
            <th scope="col">{texts.expires}</th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col" class="number">
              {texts.requests}
            </th>
            <th scope="col">
              <span class="unseen">{common.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <KeyRow key={record.id} record={record} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
