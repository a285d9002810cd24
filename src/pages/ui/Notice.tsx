import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

export type Tone = 'good' | 'bad' | 'warn' | 'info'

const ICONS: Record<Tone, IconName> = { good: 'good', bad: 'bad', warn: 'warn', info: 'info' }

/** A notice, marked by shape and colour in addition to its text. */
export const Notice = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <div class={`notice ${tone}`}>
    <Icon name={ICONS[tone]} />
    <div>{children}</div>
  </div>
)
