import { useEffect, useState } from 'preact/hooks'
import type { Account } from '../api/accounts.ts'
import { connectByLink } from '../api/connect.ts'
import type { Connected } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDateTime } from '../text/moments.ts'
import { Brand } from '../ui/Brand.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Arrival } from './arrival.ts'
import { Click } from './Click.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { DeadLink, whyDead } from './DeadLink.tsx'
import { GuideSteps } from './GuideSteps.tsx'
import { useLink } from './link.ts'
import { Outcome } from './Outcome.tsx'

/** The page of one account, for the recipient of a link. */
export function ConnectPage({ account, arrival }: { account: Account; arrival: Arrival }) {
  const { accounts, common, connecting, links, products } = useTexts()
  const { language } = useLanguage()
  const { session, error, open, lose } = useLink(account, arrival)
  const [connected, setConnected] = useState<Connected | undefined>(
    arrival.connected ? { account, state: 'ok', expires_at: null } : undefined,
  )
  const title = links.pageTitle(products[account], session?.service_name ?? 'Latchkey')
  useEffect(() => {
    document.title = title
  }, [title])
  const connect = async (values: Parameters<typeof connectByLink>[1]) => {
    try {
      setConnected(await connectByLink(account, values))
    } catch (refusal) {
      if (whyDead(refusal)) lose(refusal)
      else throw refusal
    }
  }
  return (
    <div class="door wide">
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header>
        <Brand name={session?.service_name ?? 'Latchkey'} />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        {connected ? (
          <section class="card center">
            <h1>{links.success}</h1>
            <Outcome connected={connected} />
            <p>{links.successLead}</p>
          </section>
        ) : error !== undefined ? (
          <DeadLink error={error} retry={open} />
        ) : session ? (
          <>
            <h1>{title}</h1>
            <p class="lead">{links.pageLead(session.service_name)}</p>
            {session.owner_name && <p>{links.pageFrom(session.owner_name)}</p>}
            {session.note && (
              <p class="hint">
                <bdi>{links.pageNote(session.note)}</bdi>
              </p>
            )}
            {session.expires_at && <p class="soft">{links.pageEnds(formatDateTime(language, session.expires_at))}</p>}
            {arrival.failed && (
              <Notice tone="bad">
                <p role="alert">{accounts.clickFailed[arrival.failed]}</p>
              </Notice>
            )}
            <div class="card sides">
              <GuideSteps account={account} />
              <section aria-label={connecting.title(products[account])}>
                {session.can_click && <Click />}
                <ConnectForm account={account} fields={session.fields} connect={connect} />
              </section>
            </div>
          </>
        ) : (
          <>
            <h1>{links.opening}</h1>
            <Loading />
          </>
        )}
      </main>
    </div>
  )
}
