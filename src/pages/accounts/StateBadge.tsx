import type { Report, State } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import type { Tone } from '../ui/Notice.tsx'

/** Each state has its own shape in addition to its colour. */
const LOOKS: Record<State, [IconName, Tone | 'none']> = {
  ok: ['good', 'good'],
  untested: ['warn', 'warn'],
  not_connected: ['empty', 'none'],
  rejected: ['bad', 'bad'],
  unreachable: ['warn', 'warn'],
  misconfigured: ['wrong', 'bad'],
  expires_soon: ['clock', 'warn'],
}

export function StateBadge({ report: { state } }: { report: Report }) {
  const { accounts } = useTexts()
  const [icon, tone] = LOOKS[state]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {accounts.states[state]}
    </p>
  )
}
