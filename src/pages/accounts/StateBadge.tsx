import type { Report, State } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import type { Tone } from '../ui/Notice.tsx'

/** Each state has its own shape in addition to its colour. */
const LOOKS: Record<State, [IconName, Tone | 'none']> = {
  ok: ['good', 'good'],
  not_connected: ['empty', 'none'],
  rejected: ['bad', 'bad'],
  unreachable: ['warn', 'warn'],
  misconfigured: ['wrong', 'bad'],
  expires_soon: ['clock', 'warn'],
}

/** Nothing proves yet that it works. */
const UNUSED: (typeof LOOKS)[State] = ['clock', 'none']

export function StateBadge({ report: { state, last_ok_at } }: { report: Report }) {
  const { accounts } = useTexts()
  const isUnused = state === 'ok' && last_ok_at === null
  const [icon, tone] = isUnused ? UNUSED : LOOKS[state]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {isUnused ? accounts.unused : accounts.states[state]}
    </p>
  )
}
