import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api/call.ts'
import { call, isSignedIn } from './api/session.ts'
import type { Confirmation } from './api/types.ts'
import { useAsleep } from './consent/terms.ts'
import { RenewSignIn, SignInForm } from './session.tsx'
import { confirmTexts } from './text/confirm.ts'
import { firstTexts } from './text/first.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { formatDateTime, number, setTimeZone } from './text/moments.ts'
import { Failure } from './ui/Failure.tsx'
import { LanguageSwitch } from './ui/LanguageSwitch.tsx'
import { Loaded } from './ui/Loaded.tsx'
import { Details, Loading, Notice } from './ui/layout.tsx'
import { Brand, Button } from './ui/shared.tsx'
import { useLoaded, useTask } from './ui/task.ts'

interface ConfirmFormProps {
  asked: Confirmation
  onDecided: (agree: boolean) => Promise<void>
}

/** Fields with a list, whose items are shown one below the other. Others are shown as they are. */
const LISTS: ReadonlySet<string> = new Set(['bill_ids', 'customers', 'bills', 'items', 'now', 'shipment_box_ids'])
/** Fields with an amount in won. */
const AMOUNTS: ReadonlySet<string> = new Set(['price', 'original_price', 'total'])

/** How the fields of a bill or an item in a list are named and written. */
interface Writing {
  labels: Readonly<Record<string, string>>
  won: (value: number) => string
  answer: (value: boolean) => string
}

function toLines(name: string, value: string, writing: Writing): string {
  if (!LISTS.has(name)) return value
  try {
    const list: unknown = JSON.parse(value)
    if (!Array.isArray(list)) return value
    if (list.every((text) => typeof text === 'string' && !text.includes('\n'))) return list.join('\n')
    if (!list.every((item) => typeof item === 'object' && item !== null)) return value
    return list.map((item, index) => `${index + 1}. ${toLine(item, writing)}`).join('\n')
  } catch {
    // It is longer than what is stored.
    return value
  }
}

/** `Name: Hong Gildong · Amount: 33,000 won`. A text that could look like another field is in quotes. */
function toLine(item: object, { labels, won, answer }: Writing): string {
  const write = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return answer(value)
    return AMOUNTS.has(name) && typeof value === 'number' ? won(value) : JSON.stringify(value)
  }
  return Object.entries(item)
    .map(([name, value]) => {
      const isPlain = typeof value === 'string' && !/[:·"\n]/.test(value)
      return `${labels[name] ?? name}: ${isPlain ? value : write(name, value)}`
    })
    .join(' · ')
}

/** One call, as its caller sent it, and the decision. */
function ConfirmForm({ asked, onDecided }: ConfirmFormProps) {
  const confirm = useTexts(confirmTexts)
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const asleep = useAsleep()
  const { operation, caller, fields, more_fields, state, expires_at } = asked
  const labels: Readonly<Record<string, string>> = confirm.fields
  const operations: Readonly<Record<string, string>> = confirm.operations
  const writing = {
    labels,
    won: (value: number) => confirm.won(number(language, value)),
    answer: (value: boolean) => (value ? confirm.yes : confirm.no),
  }
  return (
    <>
      <h1>{operations[operation] ?? operation}</h1>
      <section class="card" aria-label={confirm.what}>
        <p>{confirm.lead(caller)}</p>
        <dl class="facts">
          {fields.map(({ name, value, more_characters }) => (
            <div key={name}>
              <dt>{labels[name] ?? name}</dt>
              <dd>
                {AMOUNTS.has(name) && /^\d+$/.test(value) ? (
                  <strong>{confirm.won(number(language, Number(value)))}</strong>
                ) : (
                  <span class="long quoted">{toLines(name, value, writing) || confirm.empty}</span>
                )}
                {more_characters && <strong> {confirm.moreCharacters(number(language, more_characters))}</strong>}
              </dd>
            </div>
          ))}
        </dl>
        {more_fields && (
          <Notice tone="warn">
            <p>{confirm.moreFields(number(language, more_fields))}</p>
          </Notice>
        )}
        {state === 'waiting' && <p class="soft">{confirm.until(formatDateTime(language, expires_at))}</p>}
        <Details message={operation} />
        {state === 'waiting' && (
          <>
            <Notice tone="warn">
              <p>{confirm.beware}</p>
            </Notice>
            <div role="alert">
              <Failure error={error} />
            </div>
            <div class="actions end">
              <Button disabled={busy} onClick={() => run(() => onDecided(false))}>
                {confirm.refuse}
              </Button>
              <Button variant="primary" busy={busy} disabled={asleep} onClick={() => run(() => onDecided(true))}>
                {confirm.agree}
              </Button>
            </div>
          </>
        )}
        <p role="status" class="said">
          {state === 'waiting' ? '' : confirm.states[state]}
        </p>
      </section>
    </>
  )
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
const isGone = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The page on which the owner agrees to one call of an agent. It shows nothing without a session. */
export function ConfirmPage() {
  const { common, session } = useTexts(firstTexts)
  const confirm = useTexts(confirmTexts)
  const [id] = useState(() => location.hash.slice(1))
  const [signedIn, setSignedIn] = useState<boolean>()
  useEffect(() => {
    isSignedIn().then(setSignedIn, (error) => setSignedIn(!isUnauthorized(error)))
    addEventListener('hashchange', () => {
      if (location.hash.length > 20) location.reload()
    })
  }, [])
  useEffect(() => {
    document.title = confirm.title
  }, [confirm])
  return (
    <div class="door">
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header>
        <Brand name="Latchkey" />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        {signedIn === undefined && <Loading />}
        {signedIn === false && (
          <>
            <h1>{confirm.title}</h1>
            <section class="card" aria-label={session.title}>
              <p>{confirm.signIn}</p>
              <SignInForm onSignedIn={() => setSignedIn(true)} onUnset={() => {}} />
            </section>
          </>
        )}
        {signedIn && <Asked id={id} />}
      </main>
      <RenewSignIn />
    </div>
  )
}

function Asked({ id }: { id: string }) {
  const confirm = useTexts(confirmTexts)
  const { value, error, reload, setValue } = useLoaded(async () => {
    // Without the overview, times are in the time zone of the browser.
    const [found, overview] = await Promise.all([
      call('admin_get_confirmation', { path: { id } }),
      call('admin_get_overview').catch(() => undefined),
    ])
    setTimeZone(overview?.time_zone ?? null)
    return found
  })
  if (isGone(error)) {
    return (
      <>
        <h1>{confirm.gone}</h1>
        <p class="lead">{confirm.goneLead}</p>
      </>
    )
  }
  return (
    <Loaded value={value} error={error} reload={reload}>
      {(asked) => (
        <ConfirmForm
          asked={asked}
          onDecided={async (agree) =>
            setValue(await call('admin_decide_confirmation', { path: { id }, body: { agree } }))
          }
        />
      )}
    </Loaded>
  )
}
