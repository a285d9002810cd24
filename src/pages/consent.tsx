import { useEffect, useState } from 'preact/hooks'
import { groupOfAccount } from '../base/groups.ts'
import { AccountChoiceFields } from './accounts/AccountChoiceFields.tsx'
import { useKnownAccounts } from './accounts/list.ts'
import { ApiError, send } from './api/call.ts'
import { call, isSignedIn } from './api/session.ts'
import type { Asking, Client, Terms } from './api/types.ts'
import { type Draft, draftFor, getTerms, makesPayments, opensGroup, useAsleep } from './consent/terms.ts'
import { GroupChoice, LimitFields } from './keys/LimitsForm.tsx'
import { RenewSignIn, SignInForm } from './session.tsx'
import { consentTexts } from './text/consent.ts'
import { firstTexts } from './text/first.ts'
import { keysTexts } from './text/keys.ts'
import { useTexts } from './text/language.tsx'
import { Failure } from './ui/Failure.tsx'
import { Checkbox, Field } from './ui/fields.tsx'
import { useFirstFault } from './ui/first-fault.ts'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { Loading, Notice } from './ui/layout.tsx'
import { Brand, Button } from './ui/shared.tsx'
import { useLoaded, useTask } from './ui/task.ts'

/** The client, and where access is sent. What the client says about itself is shown as a quote. */
function ClientCard({ client, service }: { client: Client; service: string }) {
  const consent = useTexts(consentTexts)
  const { name, domain, redirect_host, redirect_uri, is_local } = client
  return (
    <section class="card" aria-label={consent.who}>
      <p>{consent.lead(service)}</p>
      <dl class="facts">
        <div>
          <dt>{consent.name}</dt>
          <dd>
            <strong>{name}</strong>
          </dd>
        </div>
        <div>
          <dt>{consent.publisher}</dt>
          <dd>{domain ? <strong>{domain}</strong> : consent.unverified}</dd>
        </div>
        <div>
          <dt>{consent.goesTo}</dt>
          <dd>
            <strong>{redirect_host}</strong> <bdi class="soft long">{redirect_uri}</bdi>
          </dd>
        </div>
      </dl>
      <Notice tone="warn">
        <p>{is_local ? consent.local : consent.beware(redirect_host)}</p>
      </Notice>
    </section>
  )
}

interface ConsentFormProps {
  onAgreed: (terms: Terms) => Promise<void>
  onRefused: () => void
  client: Client
}

/** Lets the owner choose what a client may do. */
function ConsentForm({ onAgreed, onRefused, client }: ConsentFormProps) {
  const consent = useTexts(consentTexts)
  const keys = useTexts(keysTexts)
  const reports = useKnownAccounts()
  const [draft, setDraft] = useState<Draft>(() => draftFor(client))
  const { form, tried, noteTry } = useFirstFault()
  const { busy, error, run } = useTask()
  const asleep = useAsleep()
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = (event: Event) => {
    event.preventDefault()
    if (asleep) return
    noteTry()
    const terms = getTerms(draft)
    if (terms) run(() => onAgreed(terms))
  }
  if (!reports) return <Loading />
  return (
    <section class="card" aria-label={consent.terms}>
      <h2>{consent.terms}</h2>
      <form ref={form} onSubmit={submit} noValidate>
        <GroupChoice groups={draft.groups} onGroups={(groups) => change({ groups })} tried={tried} />
        <AccountChoiceFields
          reports={reports}
          choice={draft.accounts}
          onChoice={(accounts) => change({ accounts })}
          isOffered={(product) => opensGroup(draft, groupOfAccount(product))}
          label={keys.accounts}
          tried={tried}
        />
        <Checkbox
          label={consent.changes}
          hint={consent.changesHint}
          checked={draft.changes}
          onChecked={(changes) => change({ changes })}
        />
        {draft.changes && opensGroup(draft, 'payment') && (
          <Checkbox
            label={consent.payments}
            hint={consent.paymentsHint}
            checked={draft.payments}
            onChecked={(payments) => change({ payments, confirm: payments || draft.confirm })}
          />
        )}
        {draft.changes && (
          <Checkbox
            label={keys.confirm}
            hint={keys.confirmHint}
            checked={draft.confirm}
            onChecked={(confirm) => change({ confirm })}
          />
        )}
        {makesPayments(draft) && <LimitFields draft={draft} onChange={change} tried={tried} />}
        <Field
          label={consent.label}
          hint={consent.labelHint}
          value={draft.label}
          onValue={(label) => change({ label })}
        />
        <p class="soft">{consent.ends}</p>
        <div role="alert">
          <Failure error={error} />
        </div>
        <div class="actions end">
          <Button disabled={busy} onClick={onRefused}>
            {consent.refuse}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={asleep}>
            {consent.agree(client.redirect_host)}
          </Button>
        </div>
      </form>
    </section>
  )
}

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

/**
 * Sends the browser back to the client. The gateway has validated the URL. Only http and https are followed. It ends when
 * somebody comes back to this page: until then another press would agree a second time.
 */
async function leave(address: string | null): Promise<void> {
  if (address === null) return
  const { protocol } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return
  location.assign(address)
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
}

/** The page that a client without a key opens in its owner's browser: the client, the sign-in, and what it may do. */
export function ConsentPage() {
  const { common, session } = useTexts(firstTexts)
  const consent = useTexts(consentTexts)
  const [request] = useState(() => location.search.slice(1))
  const { value: asking, error, reload } = useLoaded(() => send('admin_read_grant_request', { body: { request } }))
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
            <ClientCard client={client} service={name} />
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
                onAgreed={async (terms: Terms) =>
                  leave((await call('admin_make_grant', { body: { request, ...terms } })).redirect_to)
                }
                onRefused={() => leave(asking.leave_to)}
                client={client}
              />
            )}
          </>
        )}
      </main>
      <RenewSignIn />
    </div>
  )
}

/**
 * A request that the gateway has already refused. The browser stays here until a person leaves, because the client may be
 * anybody's.
 */
function Refused({ error, address }: { error: NonNullable<Asking['error']>; address: string | null }) {
  const { errors } = useTexts(firstTexts)
  const consent = useTexts(consentTexts)
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
