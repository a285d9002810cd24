import type { Report } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance } from '../text/moments.ts'
import type { Texts } from '../text/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { findWorst, getStanding, isConnected, isWorking, mustReconnect } from './need.ts'

interface Props {
  reports: readonly Report[]
  /** How many settings need attention. */
  warnings: number
  onReconnect: (report: Report) => void
}

/** How the accounts are, in one sentence, and a button for the one that needs its owner most. */
export function Headline({ reports, warnings, onReconnect }: Props) {
  const { accounts, products } = useTexts()
  const { language } = useLanguage()
  const worst = findWorst(reports)
  const tone = !reports.some(isConnected) ? 'info' : !worst ? 'good' : isWorking(worst) ? 'warn' : 'bad'
  return (
    <section class={`headline ${tone}`} aria-label={accounts.summary.label}>
      <Icon name={{ info: 'info', good: 'good', bad: 'bad', warn: 'clock' }[tone] as 'good'} />
      <p role="status">
        <strong>{countWorking(accounts, reports)}</strong>
        {worst && (
          <>
            {' '}
            {accounts.summary.worst(
              getStanding(worst),
              products[worst.account],
              distance(language, worst.expires_at ?? 0),
            )}
          </>
        )}
      </p>
      {(worst || warnings > 0) && (
        <div class="actions">
          {worst && mustReconnect(worst) && (
            <Button look="primary" onClick={() => onReconnect(worst)}>
              {accounts.summary.reconnect(products[worst.account])}
            </Button>
          )}
          {worst && !mustReconnect(worst) && (
            <a class="button primary" href={`#account-${worst.account}`}>
              {accounts.summary.show}
            </a>
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
  const working = connected.filter(isWorking)
  if (connected.length === 0) return summary.none
  return working.length === connected.length
    ? summary.allWork(connected.length)
    : summary.someWork(working.length, connected.length)
}
