import { useState } from 'preact/hooks'
import type { KeyRecord } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { SearchField } from '../ui/Field.tsx'
import { Gone } from '../ui/Said.tsx'
import { Select } from '../ui/Select.tsx'
import { KeyRow } from './KeyRow.tsx'
import { findKeys, ORDERS, type Order, PAGE, toSeries } from './list.ts'

interface Props {
  records: readonly KeyRecord[]
  licence: string
  onChanged: (...changed: KeyRecord[]) => void
}

/** The keys in pages, with a search and an order. The rows become cards on a narrow screen. */
export function KeyTable({ records, licence, onChanged }: Props) {
  const { common, keys: texts, views } = useTexts()
  const { language } = useLanguage()
  const [sought, setSought] = useState('')
  const [order, setOrder] = useState<Order>('used')
  const [page, setPage] = useState(0)
  /** Revoked keys stay in their place as a sentence, unless another key had replaced them. */
  const [revoked, setRevoked] = useState<readonly string[]>([])
  const [gone, setGone] = useState<readonly string[]>([])
  const left = records.filter(({ id }) => !gone.includes(id))
  const found = findKeys(toSeries(left, revoked), sought, order)
  const start = Math.min(page, Math.max(0, Math.ceil(found.length / PAGE) - 1)) * PAGE
  const shown = found.slice(start, start + PAGE)
  return (
    <>
      {records.length > 1 && (
        <div class="filters">
          <SearchField
            label={texts.search}
            value={sought}
            onValue={(value) => {
              setSought(value)
              setPage(0)
            }}
          />
          <Select
            label={texts.order}
            value={order}
            options={ORDERS.map((one) => [one, texts.orders[one]] as const)}
            onValue={(value) => {
              setOrder(value as Order)
              setPage(0)
            }}
          />
        </div>
      )}
      {found.length === 0 && <p class="soft">{texts.notFound}</p>}
      {shown.length > 0 && (
        <div class="card table keys">
          <table>
            <caption class="unseen">{views.keys}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.scope}</th>
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
              {shown.map((series) => {
                const { record } = series
                return revoked.includes(record.id) ? (
                  <tr key={record.id}>
                    <td colSpan={5}>
                      <Gone words={texts.revoked(record.name)} />
                    </td>
                  </tr>
                ) : (
                  <KeyRow
                    key={record.lineage}
                    series={series}
                    licence={licence}
                    onChanged={onChanged}
                    onRevoked={(id) => (id === record.id ? setRevoked([...revoked, id]) : setGone([...gone, id]))}
                  />
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {found.length > PAGE && (
        <nav class="actions" aria-label={texts.pages}>
          <Button disabled={start === 0} onClick={() => setPage(start / PAGE - 1)}>
            {texts.previous}
          </Button>
          <Button disabled={start + PAGE >= found.length} onClick={() => setPage(start / PAGE + 1)}>
            {texts.next}
          </Button>
          <p role="status" class="soft">
            {texts.range(
              ...([start + 1, start + shown.length, found.length].map((count) => number(language, count)) as [
                string,
                string,
                string,
              ]),
            )}
          </p>
        </nav>
      )}
    </>
  )
}
