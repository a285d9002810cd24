import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { useResult } from '../ui/result.tsx'
import { useTask } from '../ui/task.ts'
import { isWorking } from './need.ts'

/** Tests an account, and shows the last result. */
export function useAccountTest({ account }: Report, onReport: (report: Report) => void) {
  const { accounts, products } = useTexts(firstTexts)
  const { result, showResult, clear } = useResult()
  const { busy, error, run } = useTask()
  const name = nameAccount(products, account)
  const test = () =>
    run(async () => {
      clear()
      const tested = (await call('admin_test_account', { path: { account } })).account
      onReport(tested)
      if (isWorking(tested)) showResult(accounts.testedOk(name))
      else showResult(`${accounts.testedBad(name)} ${accounts.states[tested.state]}`, 'warn')
    })
  return { busy, error, result, test, showResult }
}
