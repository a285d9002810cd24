import { useEffect, useRef, useState } from 'preact/hooks'
import { type Account, productOf } from '../api/accounts.ts'
import { ApiError, send } from '../api/call.ts'
import type { Connected } from '../api/types.ts'
import { arrivalTexts } from '../text/arrival.ts'
import { connectingTexts } from '../text/connecting.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { linkPageTexts } from '../text/link-page.ts'
import { formatDateTime } from '../text/moments.ts'
import { Failure } from '../ui/Failure.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Loading, Notice } from '../ui/layout.tsx'
import { Brand, Button, Icon } from '../ui/shared.tsx'
import type { Arrival } from './arrival.ts'
import { ConnectForm, GuideSteps, OAuthLink } from './form.tsx'
import { OtherDevice } from './lazy.ts'
import { useLink } from './link.ts'
import { NewestLine } from './NewestLine.tsx'
import { Outcome } from './Outcome.tsx'

/** Why a link does not work: the URL has none, it was used or has expired, or it is wrong. */
function whyDead(error: unknown): 'empty' | 'gone' | 'wrong' | undefined {
  if (error === 'empty') return 'empty'
  if (!(error instanceof ApiError)) return undefined
  return error.status === 410 ? 'gone' : error.status === 401 ? 'wrong' : undefined
}

function DeadLink({ error, retry }: { error: unknown; retry: () => void }) {
  const linkPage = useTexts(linkPageTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const why = whyDead(error)
  if (!why) return <Failure error={error} retry={retry} />
  const words = {
    empty: [linkPage.emptyTitle, linkPage.emptyLead],
    gone: [linkPage.goneTitle, linkPage.goneLead],
    wrong: [linkPage.wrongTitle, linkPage.wrongLead],
  }[why]
  return (
    <section class="card center outcome warn">
      <Icon name={why === 'gone' ? 'clock' : 'warn'} />
      <h1 ref={heading} tabIndex={-1}>
        {words[0]}
      </h1>
      <p>{words[1]}</p>
    </section>
  )
}

/** The page of one account, for the recipient of a link. */
export function ConnectPage({ account, arrival }: { account: Account; arrival: Arrival }) {
  const { common, products } = useTexts(firstTexts)
  const { failed: failures } = useTexts(arrivalTexts)
  const connecting = useTexts(connectingTexts)
  const linkPage = useTexts(linkPageTexts)
  const { language } = useLanguage()
  const { session, error, open, lose } = useLink(account, arrival)
  const [connected, setConnected] = useState<(Pick<Connected, 'expires_at'> & Partial<Connected>) | undefined>(
    arrival.result,
  )
  const [isOnOther, setOnOther] = useState(false)
  const [isEntered, setEntered] = useState(false)
  // The customer knows the shop by the name that its owner gave.
  const shop = session?.owner_name || (session?.service_name ?? 'Latchkey')
  const title = linkPage.pageTitle(products[productOf(account)], shop)
  useEffect(() => {
    document.title = title
  }, [title])
  useAskBeforeLeaving(isEntered && !connected)
  const connect = async (...[values, , signal]: Parameters<Parameters<typeof ConnectForm>[0]['connect']>) => {
    try {
      setConnected(await send('admin_connect_by_link', { path: { account }, body: values }, { signal }))
    } catch (refusal) {
      if (whyDead(refusal)) lose(refusal)
      else throw refusal
    }
  }
  /** The link is used once the account is connected. */
  const fetchIsDone = async () => {
    try {
      await send('admin_open_link', { body: { account, token: arrival.token } })
      return false
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.parameters.link === 'used') return true
      if (whyDead(refusal)) lose(refusal)
      return false
    }
  }
  return (
    <div class="door wide">
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header>
        <Brand name={shop} />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        {connected ? (
          <section class="card center">
            <h1>{linkPage.success}</h1>
            <Outcome
              account={account}
              isTested
              expiresAt={connected.expires_at}
              identity={connected.identity ?? null}
            />
            {connected.newest !== undefined && (
              <p class="newest">
                <NewestLine account={account} newest={connected.newest} />
              </p>
            )}
            <p>{linkPage.successLead}</p>
          </section>
        ) : error !== undefined ? (
          <DeadLink error={error} retry={open} />
        ) : session ? (
          <>
            <h1>{title}</h1>
            <p class="lead">{linkPage.pageLead(shop, session.service_name)}</p>
            {session.note && (
              <p>
                <bdi>{linkPage.pageNote(session.note)}</bdi>
              </p>
            )}
            {session.expires_at && (
              <p class="soft">{linkPage.pageEnds(formatDateTime(language, session.expires_at))}</p>
            )}
            {arrival.failed && (
              <Notice tone="bad">
                <p role="alert">{arrival.failed === 'refused' ? linkPage.refused : failures[arrival.failed]}</p>
              </Notice>
            )}
            {arrival.token && (
              <div class="on-phone">
                {isOnOther ? (
                  <section class="card" aria-label={connecting.otherDevice}>
                    <OtherDevice
                      url={`${location.origin}/connect/${account}#${arrival.token}`}
                      fetchIsDone={fetchIsDone}
                      onDone={() => setConnected({ expires_at: null })}
                    />
                  </section>
                ) : (
                  <Button onClick={() => setOnOther(true)}>{connecting.otherDevice}</Button>
                )}
              </div>
            )}
            <div class="card sides">
              <section aria-label={connecting.title(products[productOf(account)])}>
                {session.can_click && <OAuthLink account={account} />}
                <ConnectForm account={account} fields={session.fields} onEntered={setEntered} connect={connect} />
              </section>
              <GuideSteps account={account} isOwner={false} />
            </div>
          </>
        ) : (
          <>
            <h1>{linkPage.opening}</h1>
            <Loading />
          </>
        )}
      </main>
    </div>
  )
}

/** The browser asks in its own words. */
function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
