import { useEffect, useRef } from 'preact/hooks'
import { fetchOverview } from './api/admin.ts'
import { signOut } from './api/session.ts'
import type { Arrival } from './connect/arrival.ts'
import { OverviewView } from './overview/OverviewView.tsx'
import { SignInAgain } from './session/SignInAgain.tsx'
import { useTexts } from './text/language.tsx'
import { Brand } from './ui/Brand.tsx'
import { Button } from './ui/Button.tsx'
import { Failure } from './ui/Failure.tsx'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { later } from './ui/later.tsx'
import { useLoaded } from './ui/task.ts'
import { useView, VIEWS } from './view.ts'

const KeysView = later(async () => (await import('./keys/KeysView.tsx')).KeysView, { sections: ['keys', 'grants'] })
const EventsView = later(async () => (await import('./events/EventsView.tsx')).EventsView, { sections: ['events'] })
const UsageView = later(async () => (await import('./usage/UsageView.tsx')).UsageView, { sections: ['usage'] })
const ActivityView = later(async () => (await import('./activity/ActivityView.tsx')).ActivityView, {
  sections: ['activity'],
})

interface Props {
  arrival: Arrival
  /** Whether somebody has just signed in, so that the focus is nowhere. */
  isNew: boolean
  onLeft: () => void
}

export function SignedIn({ arrival, isNew, onLeft }: Props) {
  const { common, session, views } = useTexts()
  const view = useView()
  const main = useRef<HTMLElement>(null)
  const opened = useRef(isNew)
  const { value: overview, error, reload } = useLoaded(fetchOverview)
  const name = overview?.service_name ?? 'Latchkey'
  useEffect(() => {
    document.title = `${views[view]} - ${name}`
  }, [view, name, views])
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
          <nav aria-label={common.main}>
            {VIEWS.map((other) => (
              <a key={other} href={`#${other}`} aria-current={other === view ? 'page' : undefined}>
                {views[other]}
              </a>
            ))}
            <a href="/docs">{common.docs}</a>
          </nav>
          <LanguageSwitch />
          <Button look="quiet" onClick={() => signOut().then(onLeft, onLeft)}>
            {session.signOut}
          </Button>
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        <div role="alert">
          <Failure error={error} retry={reload} />
        </div>
        {view === 'overview' && <OverviewView overview={overview} arrival={arrival} />}
        {view === 'keys' && <KeysView licence={overview?.licence ?? 'pro'} onShown={focusHeading} />}
        {view === 'events' && <EventsView onShown={focusHeading} />}
        {view === 'usage' && <UsageView onShown={focusHeading} />}
        {view === 'activity' && <ActivityView onShown={focusHeading} />}
      </main>
      <SignInAgain />
    </>
  )
}
