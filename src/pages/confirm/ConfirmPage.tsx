import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../api/call.ts'
import { decideConfirmation, fetchConfirmation } from '../api/confirmations.ts'
import { isSignedIn } from '../api/session.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { SignInForm } from '../session/SignInForm.tsx'
import { useTexts } from '../text/language.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Failure } from '../ui/Failure.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { ConfirmForm } from './ConfirmForm.tsx'

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
const isGone = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The page on which the owner agrees to one call of an agent. It shows nothing without a session. */
export function ConfirmPage() {
  const { common, confirm, session } = useTexts()
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
      <SignInAgain />
    </div>
  )
}

function Asked({ id }: { id: string }) {
  const { confirm } = useTexts()
  const { value: asked, error, reload, setValue } = useLoaded(() => fetchConfirmation(id))
  if (isGone(error)) {
    return (
      <>
        <h1>{confirm.gone}</h1>
        <p class="lead">{confirm.goneLead}</p>
      </>
    )
  }
  if (!asked) {
    return error === undefined ? (
      <Loading />
    ) : (
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
    )
  }
  return <ConfirmForm asked={asked} onDecided={async (agree) => setValue(await decideConfirmation(id, agree))} />
}
