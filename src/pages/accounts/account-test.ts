import { useState } from 'preact/hooks'
import { testAccount } from '../api/admin.ts'
import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import type { Tone } from '../ui/Notice.tsx'
import { useTask } from '../ui/task.ts'

/** Tests an account, and shows the last result. */
export function useAccountTest({ account }: Report, onReport: (report: Report) => void) {
  const { accounts, products } = useTexts()
  const [said, setSaid] = useState<{ tone: Tone; words: string }>()
  const { busy, error, run } = useTask()
  const name = products[account]
  const test = () =>
    run(async () => {
      setSaid(undefined)
      const tested = await testAccount(account)
      onReport(tested)
      const well = tested.state === 'ok' || tested.state === 'expires_soon'
      const words = well ? accounts.testedOk(name) : `${accounts.testedBad(name)} ${accounts.states[tested.state]}`
      setSaid({ tone: well ? 'good' : 'warn', words })
    })
  const say = (words: string) => setSaid({ tone: 'info', words })
  return { busy, error, said, test, say }
}
