import type { ComponentChildren } from 'preact'
import { readRefusedAddress } from '../../base/url.ts'
import type { Report } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDay } from '../text/moments.ts'
import { Details } from '../ui/Details.tsx'
import { Moment } from '../ui/Moment.tsx'
import { describeAnswer } from './last-answer.ts'
import { isConnected } from './need.ts'

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What is wrong with an account, and what to do. Nothing for one that works or was never connected. */
export function AccountAdvice({ report }: { report: Report }) {
  const texts = useTexts()
  const { accounts } = texts
  const { state, message, hint } = report
  const refused = readRefusedAddress(message ?? '')
  const advice =
    state === 'unreachable' ? `${describeAnswer(texts, report)} ${accounts.testLater}` : accounts.advice[state]
  const words = refused ? accounts.refusedAddress(refused) : advice
  if (!words) return null
  return (
    <div class="advice">
      <p>{words}</p>
      {message && <Details message={message} hint={hint} />}
    </div>
  )
}

/** When a connected account last worked, and when it expires. */
export function AccountDates({ report }: { report: Report }) {
  const { accounts, common } = useTexts()
  const { expires_at, last_ok_at } = report
  if (!isConnected(report)) return null
  return (
    <dl class="dates">
      <Fact name={accounts.lastOk}>{last_ok_at ? <Moment at={last_ok_at} /> : common.never}</Fact>
      {expires_at && (
        <Fact name={accounts.ends}>
          <Moment at={expires_at} withDay />
        </Fact>
      )}
    </dl>
  )
}

/** Where the credential of an account is from, and whose it is. */
export function AccountOrigin({ report: { source, connected_at, identity } }: { report: Report }) {
  const { accounts } = useTexts()
  const { language } = useLanguage()
  if (!source) return null
  return (
    <dl class="facts">
      {connected_at && <Fact name={accounts.connectedAt}>{formatDay(language, connected_at)}</Fact>}
      <Fact name={accounts.storedIn}>{accounts.sources[source]}</Fact>
      {identity && <Fact name={accounts.identity}>{identity}</Fact>}
    </dl>
  )
}
