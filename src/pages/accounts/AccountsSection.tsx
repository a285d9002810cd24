import { useState } from 'preact/hooks'
import { fetchAccounts } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { AccountCard } from './AccountCard.tsx'
import { DataDialog } from './DataDialog.tsx'

/** A card for each account. */
export function AccountsSection({ onLinksChanged }: { onLinksChanged: () => void }) {
  const { accounts, data } = useTexts()
  const [isDataOpen, setDataOpen] = useState(false)
  const [said, setSaid] = useState('')
  const { value: reports, error, reload, setValue } = useLoaded(fetchAccounts)
  const replace = (report: Report) =>
    setValue((last) => last?.map((other) => (other.account === report.account ? report : other)))
  const erased = () => {
    reload()
    onLinksChanged()
  }
  return (
    <section class="stack" aria-labelledby="accounts">
      <h2 id="accounts">{accounts.title}</h2>
      <p class="lead">{accounts.lead}</p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {reports?.length === 0 && <p class="empty card">{accounts.empty}</p>}
      {reports ? (
        <div class="grid">
          {reports.map((report) => (
            <AccountCard
              key={report.account}
              report={report}
              onReport={replace}
              onLinksChanged={onLinksChanged}
              onErased={erased}
            />
          ))}
        </div>
      ) : (
        error === undefined && <Loading cards={6} />
      )}
      <p role="status" class="said">
        {said}
      </p>
      {reports && reports.length > 1 && (
        <div class="actions">
          <Button look="quiet" onClick={() => setDataOpen(true)}>
            {data.openAll}
          </Button>
        </div>
      )}
      {reports && isDataOpen && (
        <DataDialog
          reports={reports}
          onClose={() => setDataOpen(false)}
          onErased={(words) => {
            erased()
            setSaid(words)
          }}
        />
      )}
    </section>
  )
}
