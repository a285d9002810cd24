import type { ComponentChildren } from 'preact'
import { readRefusedAddress } from '../../base/refused-address.ts'
import type { Report } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, formatDay } from '../text/moments.ts'
import { Details } from '../ui/Details.tsx'
import { Notice } from '../ui/Notice.tsx'

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Since when and until when an account is connected, when it last worked, and its owner. */
export function AccountFacts({ report }: { report: Report }) {
  const { accounts } = useTexts()
  const { language } = useLanguage()
  const { connected_at, identity, source, expires_at, last_ok_at, message, hint, state } = report
  const refused = readRefusedAddress(message ?? '')
  const words = refused ? accounts.refusedAddress(refused) : accounts.advice[state]
  return (
    <>
      <dl class="facts">
        {source && (
          <Fact name={accounts.connectedAt}>
            {connected_at ? formatDay(language, connected_at) : ''} <span class="soft">{accounts.sources[source]}</span>
          </Fact>
        )}
        {identity && <Fact name={accounts.identity}>{identity}</Fact>}
        {expires_at && (
          <Fact name={accounts.ends}>
            <time dateTime={expires_at} title={formatDateTime(language, expires_at)}>
              {distance(language, expires_at)}
            </time>{' '}
            <span class="soft">{formatDay(language, expires_at)}</span>
          </Fact>
        )}
        {last_ok_at && (
          <Fact name={accounts.lastOk}>
            <time dateTime={last_ok_at} title={formatDateTime(language, last_ok_at)}>
              {distance(language, last_ok_at)}
            </time>
          </Fact>
        )}
      </dl>
      {words ? (
        <Notice tone="warn">
          <p>{words}</p>
          {message && <Details message={message} hint={hint} />}
        </Notice>
      ) : (
        message && <Details message={message} hint={hint} />
      )}
    </>
  )
}
