import { useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { setUpTexts } from '../text/set-up.ts'
import { CopyField, Rich } from '../ui/shared.tsx'
import { freshAdminKey, SET_COMMAND } from './fresh-admin-key.ts'

/** How to set ADMIN_KEY. */
export function SetUp() {
  const texts = useTexts(setUpTexts)
  const [fresh] = useState(freshAdminKey)
  const [make, set, keep] = texts.unsetSteps
  return (
    <>
      <ol class="steps">
        <li>
          <p>{make}</p>
          <CopyField label={texts.newKey} value={fresh} />
        </li>
        <li>
          <p>
            <Rich text={set} />
          </p>
        </li>
        <li>
          <p>{keep}</p>
        </li>
      </ol>
      <p class="soft">{texts.unsetTerminal}</p>
      <CopyField label={texts.command} value={SET_COMMAND} />
      <p class="soft">
        <Rich text={texts.unsetLocal} />
      </p>
      <CopyField label=".dev.vars" value={`ADMIN_KEY=${fresh}`} />
    </>
  )
}
