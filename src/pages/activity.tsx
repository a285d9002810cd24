import { useState } from 'preact/hooks'
import { ChangesSection } from './activity/changes.tsx'
import { useOperationNames, useSought } from './activity/entries.ts'
import { FailuresSection } from './activity/failures.tsx'
import { activityTexts } from './text/activity.ts'
import { firstTexts } from './text/first.ts'
import { useTexts } from './text/language.tsx'
import { Switch } from './ui/fields.tsx'

const PARTS = ['failures', 'changes'] as const
type Part = (typeof PARTS)[number]

/** Which requests failed, and who changed what. */
export function ActivityView() {
  const { views } = useTexts(firstTexts)
  const texts = useTexts(activityTexts)
  const sought = useSought()
  const names = useOperationNames()
  const [part, setPart] = useState<Part>('failures')
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.activity}</h1>
        <Switch
          label={texts.part}
          options={PARTS.map((one) => [one, texts[one]] as const)}
          value={part}
          onValue={(one) => setPart(one as Part)}
        />
      </div>
      {part === 'changes' ? (
        <ChangesSection names={names} />
      ) : (
        <FailuresSection key={JSON.stringify(sought)} sought={sought} names={names} />
      )}
    </>
  )
}
