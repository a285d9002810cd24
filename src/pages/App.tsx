import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, send } from './api/call.ts'
import { call, confirmOwner, isSignedIn } from './api/session.ts'
import type { Arrival } from './connect/arrival.ts'
import { OverviewView } from './overview.tsx'
import { isUnset } from './session/admin-key.ts'
import { hasPasskeys } from './session/passkey-support.ts'
import { type Method, RenewSignIn, SetUp, SignIn } from './session.tsx'
import { firstTexts } from './text/first.ts'
import { useTexts } from './text/language.tsx'
import { setTimeZone } from './text/moments.ts'
import { Failure } from './ui/Failure.tsx'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { lazy } from './ui/lazy.tsx'
import { useRefresh } from './ui/refresh.ts'
import { Brand, Button, Icon } from './ui/shared.tsx'
import { leaveFor, useLoaded, useTask } from './ui/task.ts'
import { useView, VIEWS } from './view.ts'

const KeysView = lazy(async () => (await import('./keys/keys.tsx')).KeysView)
const EventsView = lazy(async () => (await import('./events/events.tsx')).EventsView)
const UsageView = lazy(async () => (await import('./usage.tsx')).UsageView)
const ActivityView = lazy(async () => (await import('./activity.tsx')).ActivityView)
const SignInView = lazy(async () => (await import('./sign-in.tsx')).SignInView)
const SettingsView = lazy(async () => (await import('./settings/settings.tsx')).SettingsView)

interface SignedInProps {
  arrival: Arrival
  /** The method of a sign-in a moment ago. The focus is nowhere then. */
  method: Method | undefined
  onLeft: () => void
}

function SignedIn({ arrival, method, onLeft }: SignedInProps) {
  const { start } = arrival
  const { common, session, views } = useTexts(firstTexts)
  const view = useView()
  const main = useRef<HTMLElement>(null)
  const opened = useRef(method !== undefined)
  const {
    value: overview,
    error,
    reload,
    refresh,
  } = useLoaded(async (options) => {
    const found = await call('admin_get_overview', {}, options)
    setTimeZone(found.time_zone)
    return found
  })
  useRefresh(async () => (view === 'overview' ? refresh() : undefined))
  const name = overview?.service_name ?? 'Latchkey'
  useEffect(() => {
    document.title = `${views[view]} - ${name}`
    // A narrow menu scrolls. Its current view stays in sight.
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [view, name, views])
  const leaving = useTask()
  const signOut = () =>
    send('admin_sign_out').then(onLeft, (refusal) => {
      // The session has ended already. Otherwise it is still open.
      if (refusal instanceof ApiError && refusal.status === 401) return onLeft()
      scrollTo(0, 0)
      throw refusal
    })
  // A sign-in at a product that needs a proof was sent back here. A page of another site may open this address as well,
  // so it goes on only once somebody has confirmed it.
  useEffect(() => {
    if (start)
      confirmOwner().then(
        () => leaveFor(`/connect/${start}/start`),
        () => {},
      )
  }, [])
  // Keyboard and screen reader users continue from the heading of the new view.
  const focusHeading = () => {
    if (opened.current) main.current?.querySelector('h1')?.focus()
    opened.current = true
  }
  useEffect(() => {
    if (view === 'overview') focusHeading()
  }, [view])
  return (
    <>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header class="top">
        <div>
          <Brand name={name} />
          <LanguageSwitch />
          <a
            class="button quiet square"
            href="#sign-in"
            aria-label={views['sign-in']}
            title={views['sign-in']}
            aria-current={view === 'sign-in' ? 'page' : undefined}
          >
            <Icon name="finger" />
          </a>
          <Button variant="quiet" busy={leaving.busy} onClick={() => leaving.run(signOut)}>
            {session.signOut}
          </Button>
          {/* The last before the content: one step back from its heading, which has the focus after a change of view. */}
          <nav aria-label={common.main}>
            {VIEWS.map((other) => (
              <a key={other} href={`#${other}`} aria-current={other === view ? 'page' : undefined}>
                {views[other]}
              </a>
            ))}
            <a href="/docs">{common.docs}</a>
          </nav>
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        <div role="alert">
          <Failure error={leaving.error} />
          <Failure error={error} retry={reload} />
        </div>
        {view === 'overview' && (
          <OverviewView
            overview={overview}
            isFailed={error !== undefined}
            isPasskeyOffered={method === 'key' && hasPasskeys()}
            arrival={arrival}
            onStarted={reload}
          />
        )}
        {view === 'keys' && (
          <KeysView licence={overview?.licence} isFailed={error !== undefined} onShown={focusHeading} />
        )}
        {view === 'events' && <EventsView onShown={focusHeading} />}
        {view === 'usage' && <UsageView onShown={focusHeading} />}
        {view === 'activity' && <ActivityView onShown={focusHeading} />}
        {view === 'sign-in' && <SignInView onShown={focusHeading} />}
        {view === 'settings' && <SettingsView onShown={focusHeading} onChanged={reload} />}
      </main>
      <RenewSignIn />
    </>
  )
}

type Door =
  | { at: 'closed'; unset: boolean; isSignedOut?: boolean }
  | { at: 'open'; method?: Method }
  | { at: 'broken'; error: unknown }
  | undefined

/** The owner's page: the sign-in, and the views behind it. */
export function App({ arrival }: { arrival: Arrival }) {
  const [door, setDoor] = useState<Door>()
  const open = () =>
    isSignedIn().then(
      (isIn) => setDoor(isIn ? { at: 'open' } : { at: 'closed', unset: false }),
      async (error) => {
        const refused = error instanceof ApiError && error.status === 401
        // It stands above the form, which it must not move.
        if (isUnset(error)) await SetUp.prepare()
        setDoor(refused ? { at: 'closed', unset: isUnset(error) } : { at: 'broken', error })
      },
    )
  useEffect(() => {
    open()
  }, [])
  if (door?.at === 'open') {
    const leave = () => setDoor({ at: 'closed', unset: false, isSignedOut: true })
    return <SignedIn arrival={arrival} method={door.method} onLeft={leave} />
  }
  if (door?.at === 'closed')
    return (
      <SignIn
        unset={door.unset}
        isSignedOut={door.isSignedOut ?? false}
        onSignedIn={(method) => setDoor({ at: 'open', method })}
      />
    )
  return (
    <div class="door">
      <main>{door && <Failure error={door.error} retry={open} />}</main>
    </div>
  )
}
