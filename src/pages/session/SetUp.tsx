import { useState } from 'preact/hooks'
import { useTexts } from '../text/language.tsx'
import { CopyField } from '../ui/Copy.tsx'
import { Rich } from '../ui/Rich.tsx'
import { freshAdminKey, SET_COMMAND } from './admin-key.ts'

/** How to set ADMIN_KEY. */
export function SetUp() {
  const { session } = useTexts()
  const [fresh] = useState(freshAdminKey)
  const [make, set, keep] = session.unsetSteps
  return (
    <>
      <ol class="steps">
        <li>
          <p>{make}</p>
          <CopyField label={session.newKey} value={fresh} />
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
      <p class="soft">{session.unsetTerminal}</p>
      <CopyField label={session.command} value={SET_COMMAND} />
      <p class="soft">
        <Rich text={session.unsetLocal} />
      </p>
      <CopyField label=".dev.vars" value={`ADMIN_KEY=${fresh}`} />
    </>
  )
}
