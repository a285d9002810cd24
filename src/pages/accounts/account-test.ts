import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { useResult } from '../ui/result.tsx'
import { useTask } from '../ui/task.ts'
import { describeUntested, isWorking } from './need.ts'

/** Tests an account, and shows the last result. */
export function useAccountTest({ account }: Report, onReport: (report: Report) => void) {
  const texts = useTexts(firstTexts)
  const { accounts, products } = texts
  const { language } = useLanguage()
  const { result, showResult, clear } = useResult()
  const { busy, error, run } = useTask()
  const name = nameAccount(products, account)
  const test = () =>
    run(async () => {
      clear()
      const { account: tested, untested } = await call('admin_test_account', { path: { account } })
      onReport(tested)
      const [late] = untested
      if (late) showResult(describeUntested(texts, language, late), 'warn')
      else if (isWorking(tested)) showResult(accounts.testedOk(name))
      else showResult(`${accounts.testedBad(name)} ${accounts.states[tested.state]}`, 'warn')
    })
  return { busy, error, result, test, showResult }
}
