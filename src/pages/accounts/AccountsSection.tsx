import { useState } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import { fetchAccounts } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Said, useSaid } from '../ui/Said.tsx'
import { useLoaded } from '../ui/task.ts'
import { AccountCard } from './AccountCard.tsx'
import type { AccountDialog } from './AccountDialogs.tsx'
import { DataDialog } from './dialogs.ts'
import { Headline } from './Headline.tsx'
import { sortByNeed } from './need.ts'

interface Props {
  /** How many settings need attention. */
  warnings: number
  onLinksChanged: () => void
}

/** How the accounts are, and a card for each. The order is that of the loading, so that no card moves under a finger. */
export function AccountsSection({ warnings, onLinksChanged }: Props) {
  const { accounts } = useTexts()
  const [open, setOpen] = useState<{ account: Account; dialog: AccountDialog }>()
  const [isDataOpen, setDataOpen] = useState(false)
  const { said, say } = useSaid()
  const { value: reports, error, reload, setValue } = useLoaded(async () => sortByNeed(await fetchAccounts()))
  const replace = (report: Report) =>
    setValue((last) => last?.map((other) => (other.account === report.account ? report : other)))
  const erased = () => {
    reload()
    onLinksChanged()
  }
  return (
    <>
      {reports && reports.length > 0 && (
        <Headline
          reports={reports}
          warnings={warnings}
          onReconnect={({ account }) => setOpen({ account, dialog: 'connect' })}
        />
      )}
      <section class="stack" aria-labelledby="accounts">
        <h2 id="accounts">{accounts.title}</h2>
        <div role="alert">
          <Failure error={error} retry={reload} />
        </div>
        {reports?.length === 0 && (
          <Empty picture="plug">
            <p>{accounts.empty}</p>
          </Empty>
        )}
        {reports && reports.length > 0 && (
          <div class="rows">
            {reports.map((report) => (
              <AccountCard
                key={report.account}
                report={report}
                dialog={open?.account === report.account ? open.dialog : undefined}
                onDialog={(dialog) => setOpen(dialog && { account: report.account, dialog })}
                onReport={replace}
                onGo={(account) => setOpen({ account, dialog: 'connect' })}
                onLinksChanged={onLinksChanged}
                onErased={erased}
              />
            ))}
          </div>
        )}
        {!reports && error === undefined && <Loading />}
        <p class="lead">{accounts.lead}</p>
        {reports && reports.length > 1 && (
          <div class="actions">
            <Button look="quiet" onClick={() => setDataOpen(true)}>
              {accounts.allData}
            </Button>
          </div>
        )}
        <Said said={said} />
        {reports && isDataOpen && (
          <DataDialog
            reports={reports}
            onClose={() => setDataOpen(false)}
            onErased={(words) => {
              erased()
              say(words)
            }}
          />
        )}
      </section>
    </>
  )
}
