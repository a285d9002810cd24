import { useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { ChangesSection } from './ChangesSection.tsx'
import { FailuresSection } from './FailuresSection.tsx'
import { requestOfAddress } from './request-link.ts'

const PARTS = ['changes', 'failures'] as const

/** Who changed what, and which requests failed. */
export function ActivityView() {
  const { activity: texts } = useTexts()
  const [request] = useState(requestOfAddress)
  const [part, setPart] = useState<(typeof PARTS)[number]>(request ? 'failures' : 'changes')
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{texts.title}</h1>
        <fieldset class="switch">
          <legend class="unseen">{texts.part}</legend>
          {PARTS.map((other) => (
            <button key={other} type="button" aria-pressed={other === part} onClick={() => setPart(other)}>
              {texts[other]}
            </button>
          ))}
        </fieldset>
      </div>
      {part === 'changes' ? <ChangesSection /> : <FailuresSection request={request} />}
    </>
  )
}
