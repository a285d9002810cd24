import { useEffect, useRef, useState } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import { fetchAccounts, testAccounts } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Said, useSaid } from '../ui/Said.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { AccountCard } from './AccountCard.tsx'
import type { AccountDialog } from './AccountDialogs.tsx'
import { DataDialog } from './dialogs.ts'
import { Headline } from './Headline.tsx'
import { isUntested, sortByNeed } from './need.ts'

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
  const testing = useTask()
  const tested = useSaid()
  const isFirst = useRef(true)
  const replace = (...changed: Report[]) =>
    setValue((last) => last?.map((report) => changed.find(({ account }) => account === report.account) ?? report))
  const testAll = async () => replace(...(await testAccounts()))
  useEffect(() => {
    if (!reports || !isFirst.current) return
    isFirst.current = false
    // The address that an error of the API names. The card did not exist when the page was opened.
    if (location.hash.startsWith('#account-')) document.getElementById(location.hash.slice(1))?.focus()
    // What nobody has tested may not work. Only once, because an owner may save a credential without a test.
    if (reports.some(isUntested)) testing.run(testAll)
  }, [reports])
  const erased = () => {
    reload()
    onLinksChanged()
  }
  return (
    <>
      {reports && reports.length > 0 && (
        <div class="stack">
          <Headline
            reports={reports}
            warnings={warnings}
            onReconnect={({ account }) => setOpen({ account, dialog: 'connect' })}
            isTesting={testing.busy}
            onTestAll={() =>
              testing.run(async () => {
                tested.clear()
                await testAll()
                tested.say(accounts.testedAll)
              })
            }
          />
          <Said said={tested.said} error={testing.error} />
        </div>
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
