import type { Report } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import type { Tone } from '../ui/Notice.tsx'
import { getStanding, type Standing } from './need.ts'

/** Each state has its own shape in addition to its colour. */
const LOOKS: Record<Standing, [IconName, Tone | 'none']> = {
  ok: ['good', 'good'],
  unused: ['clock', 'none'],
  untested: ['warn', 'warn'],
  not_connected: ['empty', 'none'],
  rejected: ['bad', 'bad'],
  unreachable: ['warn', 'warn'],
  misconfigured: ['wrong', 'bad'],
  expires_soon: ['clock', 'warn'],
}

export function StateBadge({ report }: { report: Report }) {
  const { accounts } = useTexts()
  const standing = getStanding(report)
  const [icon, tone] = LOOKS[standing]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {accounts.states[standing]}
    </p>
  )
}
