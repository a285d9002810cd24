import { fetchAccounts } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { AccountCard } from './AccountCard.tsx'

/** A card for each account that can be connected. */
export function AccountsSection({ onLinkMade }: { onLinkMade: () => void }) {
  const { accounts } = useTexts()
  const { value: reports, error, reload, setValue } = useLoaded(fetchAccounts)
  const replace = (report: Report) =>
    setValue((last) => last?.map((other) => (other.account === report.account ? report : other)))
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
            <AccountCard key={report.account} report={report} onReport={replace} onLinkMade={onLinkMade} />
          ))}
        </div>
      ) : (
        error === undefined && <Loading cards={6} />
      )}
    </section>
  )
}
