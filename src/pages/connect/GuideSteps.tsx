import type { Account } from '../api/accounts.ts'
import { SNIPPETS } from '../text/guide.ts'
import { useTexts } from '../text/language.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Rich } from '../ui/Rich.tsx'

/** How to find the credential of an account, step by step. */
export function GuideSteps({ account }: { account: Account }) {
  const { connecting, guides, session } = useTexts()
  const { steps, notes, uncertain } = guides[account]
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
            {snippet?.step === place && <CopyField label={session.command} value={snippet.line} />}
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
    </section>
  )
}
