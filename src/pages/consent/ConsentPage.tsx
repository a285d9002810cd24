import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../api/call.ts'
import type { Asking, Terms } from '../api/grant-types.ts'
import { fetchAsking, makeGrant } from '../api/grants.ts'
import { isSignedIn } from '../api/session.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { SignInForm } from '../session/SignInForm.tsx'
import { useTexts } from '../text/language.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useLoaded } from '../ui/task.ts'
import { ConsentForm } from './ConsentForm.tsx'
import { Who } from './Who.tsx'

/** Whether someone is signed in here. Undefined until that is known. The sign-in reports its own errors. */
function useSignedIn() {
  const [signedIn, setSignedIn] = useState<boolean>()
  useEffect(() => {
    isSignedIn().then(setSignedIn, (error) => setSignedIn(!(error instanceof ApiError && error.status === 401)))
  }, [])
  return [signedIn, () => setSignedIn(true)] as const
}

/** Whether the deployment offers no OAuth. The gateway says what is missing. */
const isOff = (error: unknown) => error instanceof ApiError && error.status === 404

/** Sends the browser back to the client. The gateway has validated the URL. Only http and https are followed. */
function leave(address: string | null): void {
  if (address === null) return
  const { protocol } = new URL(address)
  if (protocol === 'https:' || protocol === 'http:') location.assign(address)
}

/** The page that a client without a key opens in its owner's browser: the client, the sign-in, and what it may do. */
export function ConsentPage() {
  const { common, consent, session } = useTexts()
  const [request] = useState(() => location.search.slice(1))
  const { value: asking, error, reload } = useLoaded(() => fetchAsking(request))
  const [signedIn, onSignedIn] = useSignedIn()
  const client = asking?.client
  const name = asking?.service_name ?? 'Latchkey'
  useEffect(() => {
    document.title = `${consent.title(client?.name ?? '')} - ${name}`
  }, [asking, consent])
  return (
    <div class="door">
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header>
        <Brand name={name} />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        {error !== undefined && (
          <>
            <h1>{isOff(error) ? consent.off : consent.failed}</h1>
            {!isOff(error) && <p class="lead">{consent.failedLead}</p>}
            <div role="alert">
              <Failure error={error} retry={reload} />
            </div>
          </>
        )}
        {error === undefined && !asking && <Loading />}
        {asking?.error && <Refused error={asking.error} address={asking.leave_to} />}
        {asking && client && (
          <>
            <h1>{consent.title(client.name)}</h1>
            <Who client={client} service={name} />
            {signedIn === false && (
              <section class="card" aria-label={session.title}>
                <p>{consent.signIn}</p>
                <SignInForm
                  onSignedIn={() => {
                    onSignedIn()
                    reload()
                  }}
                  onUnset={() => {}}
                />
              </section>
            )}
            {signedIn && (
              <ConsentForm
                onAgreed={async (terms: Terms) => leave(await makeGrant(request, terms))}
                onRefused={() => leave(asking.leave_to)}
                client={client}
              />
            )}
          </>
        )}
      </main>
      <SignInAgain />
    </div>
  )
}

/**
 * A request that the gateway has already refused. The browser stays here until a person leaves, because the client may be
 * anybody's.
 */
function Refused({ error, address }: { error: NonNullable<Asking['error']>; address: string | null }) {
  const { consent, errors } = useTexts()
  return (
    <>
      <h1>{consent.failed}</h1>
      <p class="lead">{consent.failedLead}</p>
      <Notice tone="bad">
        <p>{errors.codes.oauth_refused}</p>
        <p lang="en">
          {error.description} (<code>{error.code}</code>)
        </p>
      </Notice>
      {address !== null && (
        <div class="actions">
          <Button onClick={() => leave(address)}>{consent.back(new URL(address).host)}</Button>
        </div>
      )}
    </>
  )
}
