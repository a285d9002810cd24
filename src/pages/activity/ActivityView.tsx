import { useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { useSought } from './address.ts'
import { ChangesSection } from './ChangesSection.tsx'
import { FailuresSection } from './FailuresSection.tsx'
import { useOperationNames } from './operation-names.ts'

const PARTS = ['failures', 'changes'] as const

/** Which requests failed, and who changed what. */
export function ActivityView() {
  const { activity: texts, views } = useTexts()
  const sought = useSought()
  const names = useOperationNames()
  const [part, setPart] = useState<(typeof PARTS)[number]>('failures')
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.activity}</h1>
        <fieldset class="switch">
          <legend class="unseen">{texts.part}</legend>
          {PARTS.map((other) => (
            <button key={other} type="button" aria-pressed={other === part} onClick={() => setPart(other)}>
              {texts[other]}
            </button>
          ))}
        </fieldset>
      </div>
      {part === 'changes' ? (
        <ChangesSection names={names} />
      ) : (
        <FailuresSection key={JSON.stringify(sought)} sought={sought} names={names} />
      )}
    </>
  )
}
