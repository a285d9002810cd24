import type { ComponentChildren } from 'preact'
import { PRODUCTS } from '../api/accounts.ts'
import { commonTexts } from '../text/common.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime, formatDay, isFar } from '../text/moments.ts'
import { Button, Icon, type IconName } from './shared.tsx'

interface DetailsProps {
  /** The gateway's own message, in English. */
  message: string
  hint?: string | null | undefined
  requestId?: string | null | undefined
}

/** The original message of the gateway or a product, closed until it is opened. */
export function Details({ message, hint, requestId }: DetailsProps) {
  const { errors } = useTexts(firstTexts)
  if (!message && !requestId) return null
  return (
    <details class="original">
      <summary>{errors.details}</summary>
      {message && <p lang="en">{message}</p>}
      {hint && <p lang="en">{hint}</p>}
      {requestId && (
        <p class="hint">
          {errors.requestId} <code>{requestId}</code>
        </p>
      )}
    </details>
  )
}

/** Line drawings on a field of 96 by 64. */
const PICTURES = {
  key: 'M33 20a14 14 0 1 0 0 24 14 14 0 0 0 12-7h31l7-7v-5h-6l-5 5-5-5-5 5h-12a14 14 0 0 0-17-10zM28 32h.1',
  bell: 'M48 12v-4M30 44c5-5 5-9 5-15a13 13 0 0 1 26 0c0 6 0 10 5 15zM43 50a5 5 0 0 0 10 0M20 24a20 20 0 0 1 6-12M76 24a20 20 0 0 0-6-12',
  chart: 'M18 52h60M26 52v-10h8v10M44 52v-20h8v20M62 52v-32h8v32M22 26l16-10 14 4 20-12',
  check: 'M48 8a24 24 0 1 0 0 48 24 24 0 0 0 0-48zM37 33l8 8 15-18',
  search: 'M42 12a18 18 0 1 0 0 36 18 18 0 0 0 0-36zM55 43l16 14M35 30h14M42 23v14',
  plug: 'M14 32h14M28 22h10a10 10 0 0 1 0 20h-10zM48 28h8M48 36h8M58 20h10v24h-10a12 12 0 0 1 0-24zM68 32h14',
} as const

interface EmptyProps {
  picture: keyof typeof PICTURES
  children: ComponentChildren
}

/** Stands for a list without entries: a picture, a sentence, and the next step. */
export const Empty = ({ picture, children }: EmptyProps) => (
  <div class="empty card">
    <svg viewBox="0 0 96 64" aria-hidden="true" focusable="false">
      <path d={PICTURES[picture]} />
    </svg>
    {children}
  </div>
)

/** The shape of what is still loading. What is below it is shown with it. */
export const Ghost = () => (
  <div class="card ghost loading" aria-hidden="true">
    <span />
    <span />
    <span />
    <span />
  </div>
)

interface LoadingProps {
  /** Whether it stands for a list as long as that of the accounts. */
  isLong?: boolean
}

/** A placeholder while content is loading. */
export function Loading({ isLong = false }: LoadingProps) {
  const common = useTexts(commonTexts)
  return (
    <div role="status" class={isLong ? 'loading long' : 'loading'}>
      <span class="unseen">{common.loading}</span>
      {isLong ? PRODUCTS.map((product) => <Ghost key={product} />) : <Ghost />}
    </div>
  )
}

interface MomentProps {
  /** ISO 8601. */
  at: string
  /** Whether the date follows in brackets. */
  withDay?: boolean
}

/** How far away a time is. The exact time appears when the pointer rests on it. */
export function Moment({ at, withDay = false }: MomentProps) {
  const { language } = useLanguage()
  return (
    <time dateTime={at} title={formatDateTime(language, at)}>
      {distance(language, at)}
      {withDay && !isFar(at) && ` (${formatDay(language, at)})`}
    </time>
  )
}

interface MoreProps {
  label: string
  /** The name of the row, for screen readers. */
  about: string
  /** The id of the part that it opens. */
  controls: string
  open: boolean
  onToggle: () => void
}

/** A button that opens the rest of a row. */
export const More = ({ label, about, controls, open, onToggle }: MoreProps) => (
  <Button
    variant="quiet"
    aria-label={`${label}: ${about}`}
    aria-expanded={open}
    aria-controls={controls}
    onClick={onToggle}
  >
    {label}
    <span class="caret" aria-hidden="true" />
  </Button>
)

export type Tone = 'good' | 'bad' | 'warn' | 'info'

const ICONS: Record<Tone, IconName> = { good: 'good', bad: 'bad', warn: 'warn', info: 'info' }

/** A notice, marked by shape and colour in addition to its text. */
export const Notice = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <div class={`notice ${tone}`}>
    <Icon name={ICONS[tone]} />
    <div>{children}</div>
  </div>
)

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
