import type { Report } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance } from '../text/moments.ts'
import type { Texts } from '../text/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { describeAnswer } from './last-answer.ts'
import { findWorst, isConnected, isUntested, isWorking, mustReconnect } from './need.ts'

interface Props {
  reports: readonly Report[]
  /** How many settings need attention. */
  warnings: number
  onReconnect: (report: Report) => void
  onTestAll: () => void
  /** Whether all accounts are being tested. */
  isTesting: boolean
}

/** How the accounts are, in one sentence, and a button for the one that needs its owner most. */
export function Headline({ reports, warnings, onReconnect, onTestAll, isTesting }: Props) {
  const texts = useTexts()
  const { accounts, products } = texts
  const { language } = useLanguage()
  const worst = findWorst(reports)
  const isAny = reports.some(isConnected)
  const isTested = worst?.state !== 'untested'
  const tone = !isAny ? 'info' : !worst ? 'good' : isWorking(worst) || !isTested ? 'warn' : 'bad'
  return (
    <section class={`headline ${tone}`} aria-label={accounts.summary.label}>
      <Icon name={({ info: 'info', good: 'good', bad: 'bad', warn: isTested ? 'clock' : 'warn' } as const)[tone]} />
      <p role="status">
        <strong>{countWorking(accounts, reports)}</strong>
        {worst && isTested && (
          <>
            {' '}
            {worst.state === 'unreachable'
              ? describeAnswer(texts, worst)
              : accounts.summary.worst(worst.state, products[worst.account], distance(language, worst.expires_at ?? 0))}
          </>
        )}
      </p>
      {(isAny || warnings > 0) && (
        <div class="actions">
          {worst && mustReconnect(worst) && (
            <Button look="primary" onClick={() => onReconnect(worst)}>
              {accounts.summary.reconnect(products[worst.account])}
            </Button>
          )}
          {worst && isTested && !mustReconnect(worst) && (
            <a class="button primary" href={`#account-${worst.account}`}>
              {accounts.summary.show}
            </a>
          )}
          {isAny && (
            <Button look={isTested ? 'quiet' : 'primary'} busy={isTesting} onClick={onTestAll}>
              {accounts.testAll}
            </Button>
          )}
          {warnings > 0 && (
            <a class="button quiet" href="#attention">
              {accounts.summary.warnings(warnings)}
            </a>
          )}
        </div>
      )}
    </section>
  )
}

function countWorking({ summary }: Texts['accounts'], reports: readonly Report[]): string {
  const connected = reports.filter(isConnected)
  const [working, untested] = [connected.filter(isWorking).length, connected.filter(isUntested).length]
  if (connected.length === 0) return summary.none
  return working === connected.length
    ? summary.allWork(connected.length)
    : summary.someWork(working, connected.length, untested)
}
