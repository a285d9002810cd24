import { useEffect, useRef } from 'preact/hooks'
import { ActivityView } from './activity/ActivityView.tsx'
import { fetchOverview } from './api/admin.ts'
import { signOut } from './api/session.ts'
import type { Arrival } from './connect/arrival.ts'
import { EventsView } from './events/EventsView.tsx'
import { KeysView } from './keys/KeysView.tsx'
import { OverviewView } from './overview/OverviewView.tsx'
import { SignInAgain } from './session/SignInAgain.tsx'
import { useTexts } from './text/language.tsx'
import { Brand } from './ui/Brand.tsx'
import { Button } from './ui/Button.tsx'
import { Failure } from './ui/Failure.tsx'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { useLoaded } from './ui/task.ts'
import { UsageView } from './usage/UsageView.tsx'
import { useView, VIEWS } from './view.ts'

interface Props {
  arrival: Arrival
  onLeft: () => void
}

export function SignedIn({ arrival, onLeft }: Props) {
  const texts = useTexts()
  const { common, session } = texts
  const view = useView()
  const main = useRef<HTMLElement>(null)
  const opened = useRef(false)
  const { value: overview, error, reload } = useLoaded(fetchOverview)
  const name = overview?.service_name ?? 'Latchkey'
  useEffect(() => {
    document.title = `${texts[view].title} - ${name}`
    // Keyboard and screen reader users continue from the heading of the new view.
    if (opened.current) main.current?.querySelector('h1')?.focus()
    opened.current = true
  }, [view, name, texts])
  return (
    <>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header class="top">
        <div>
          <Brand name={name} />
          <nav>
            {VIEWS.map((other) => (
              <a key={other} href={`#${other}`} aria-current={other === view ? 'page' : undefined}>
                {texts[other].nav}
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
        {view === 'keys' && <KeysView />}
        {view === 'events' && <EventsView />}
        {view === 'usage' && <UsageView />}
        {view === 'activity' && <ActivityView />}
      </main>
      <SignInAgain />
    </>
  )
}
