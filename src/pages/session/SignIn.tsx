import { useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { Brand } from '../ui/Brand.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SetUp } from './SetUp.tsx'
import { SignInForm } from './SignInForm.tsx'

interface Props {
  unset: boolean
  onSignedIn: () => void
}

export function SignIn({ unset: unsetAtFirst, onSignedIn }: Props) {
  const { common, session } = useTexts()
  const [unset, setUnset] = useState(unsetAtFirst)
  return (
    <div class="door">
      <header>
        <Brand name="Latchkey" />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{session.title}</h1>
        <p class="lead">{session.lead}</p>
        {unset && (
          <section class="card" aria-labelledby="unset">
            <Notice tone="warn">
              <h2 id="unset">{session.unsetTitle}</h2>
            </Notice>
            <details open>
              <summary>{session.unsetHow}</summary>
              <SetUp />
            </details>
          </section>
        )}
        <section class="card" aria-label={session.title}>
          <SignInForm onSignedIn={onSignedIn} onUnset={() => setUnset(true)} />
          {!unset && (
            <details>
              <summary>{session.forgottenTitle}</summary>
              <SetUp />
            </details>
          )}
        </section>
        <p class="soft center">
          <a href="/docs">{common.docs}</a>
        </p>
      </main>
    </div>
  )
}
