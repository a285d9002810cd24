import { type Account, isFirst, productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Arrival } from '../connect/arrival.ts'
import { nameAccount } from '../text/account-name.ts'
import { arrivalTexts } from '../text/arrival.ts'
import { connectingTexts } from '../text/connecting.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Notice } from '../ui/layout.tsx'
import { useLoaded } from '../ui/task.ts'
import { OpeningKeys } from './lazy-parts.ts'
import { Newest } from './Newest.tsx'
import { isUntested, isWorking } from './need.ts'

/** How the account is that was just connected. The sign-in may have ended before the product said whose it is. */
async function fetchReport(account: Account) {
  const report = (await call('admin_list_accounts')).accounts.find((each) => each.account === account)
  return report && isUntested(report) ? (await call('admin_test_account', { path: { account } })).account : report
}

/** Whose the account is that was connected by a sign-in, and its newest thing. Nothing while that is not known. */
function Connected({ account }: { account: Account }) {
  const { accounts } = useTexts(firstTexts)
  const connecting = useTexts(connectingTexts)
  const { value: report } = useLoaded(() => fetchReport(account), [account])
  if (!report) return null
  return (
    <>
      {report.identity ? (
        <p class="whose">
          <strong>{connecting.doneWhose(accounts.whose(productOf(account), report.identity))}</strong>
        </p>
      ) : (
        <p>{connecting.testLater}</p>
      )}
      {isWorking(report) && <Newest account={account} />}
    </>
  )
}

/** Says how the sign-in at a product ended from which the owner comes back. */
export function ArrivalNotice({ arrival: { connected, account = 'social', failed } }: { arrival: Arrival }) {
  const { products } = useTexts(firstTexts)
  const texts = useTexts(arrivalTexts)
  return (
    <>
      {connected && (
        <Notice tone="good">
          <p>{texts.done(nameAccount(products, account))}</p>
          <Connected account={account} />
          {!isFirst(account) && <OpeningKeys account={account} />}
        </Notice>
      )}
      {failed && (
        <Notice tone="bad">
          <p>{texts.failed[failed]}</p>
        </Notice>
      )}
    </>
  )
}
