import type { Account } from '../api/accounts.ts'
import { fetchGuide, SNIPPETS } from '../text/guide.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Rich } from '../ui/Rich.tsx'
import { useLoaded } from '../ui/task.ts'

/** How to find the credential of an account, step by step. */
export function GuideSteps({ account }: { account: Account }) {
  const { connecting, errors } = useTexts()
  const { language } = useLanguage()
  const { value: guide } = useLoaded(() => fetchGuide(language, account), [language, account])
  if (!guide) return <Loading />
  const { steps, notes, details, uncertain } = guide
  const snippet = SNIPPETS[account]
  return (
    <section class="guide" aria-labelledby="how">
      <h2 id="how">{connecting.how}</h2>
      <ol class="steps">
        {steps.map((step, place) => (
          <li key={step}>
            <p>
              <Rich text={step} />
            </p>
            {snippet?.step === place && <CopyField label={connecting.command} value={snippet.line} />}
          </li>
        ))}
      </ol>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>
            <Rich text={note} />
          </li>
        ))}
      </ul>
      {uncertain.map((text) => (
        <Notice tone="info" key={text}>
          <p>
            <strong>{connecting.uncertain}.</strong> <Rich text={text} />
          </p>
        </Notice>
      ))}
      {details && (
        <details class="original">
          <summary>{errors.details}</summary>
          {details.map((text) => (
            <p key={text}>
              <Rich text={text} />
            </p>
          ))}
        </details>
      )}
    </section>
  )
}
