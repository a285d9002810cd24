import type { ComponentChildren } from 'preact'
import type { OUTCOMES } from '../../base/usage.ts'
import type { Actor, Outcome } from '../api/types.ts'
import { activityTexts } from '../text/activity.ts'
import { useTexts } from '../text/language.tsx'
import { Moment, Notice, type Tone } from '../ui/layout.tsx'
import { Button, Icon, type IconName } from '../ui/shared.tsx'

/** The kind is the gateway's own word. The name follows in quotes, because a client may choose any name. */
export function ActorName({ actor: { kind, id, name } }: { actor: Actor }) {
  const activity = useTexts(activityTexts)
  return (
    <span title={id ?? undefined}>
      {/* Only the owner names keys. */}
      {!(kind === 'key' && name) && `${activity.kinds[kind]} `}
      {name && <GivenName name={name} />}
    </span>
  )
}

/** A name that somebody else chose. */
export const GivenName = ({ name }: { name: string }) => (
  <q class="name">
    <bdi>{name}</bdi>
  </q>
)

const BADGES: Record<Outcome, [IconName, Tone]> = {
  ok: ['good', 'good'],
  refused: ['warn', 'warn'],
  failed: ['bad', 'bad'],
}

/** An outcome by its shape, its colour, and its status or its word. */
export function OutcomeBadge({ outcome, status }: { outcome: (typeof OUTCOMES)[number]; status?: number }) {
  const activity = useTexts(activityTexts)
  const [icon, tone] = BADGES[outcome]
  const word = activity.outcomes[outcome]
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {status === undefined ? (
        word
      ) : (
        <>
          <span class="unseen">{word} </span>
          {status}
        </>
      )}
    </span>
  )
}

interface EntryProps {
  badge: ComponentChildren
  title: ComponentChildren
  /** How many equal ones it counts. */
  count: string | undefined
  at: string
  /** The second line: who, and why. */
  line: ComponentChildren
  isOpen?: boolean
  /** The content that opening shows. */
  children: ComponentChildren
}

/** An entry of a list: two lines, which open. */
export const Entry = ({ badge, title, count, at, line, isOpen = false, children }: EntryProps) => (
  <li>
    <details class="entry" open={isOpen}>
      <summary>
        <span class="head">
          {badge}
          <strong>{title}</strong>
          {count && <span class="times">{count}</span>}
        </span>
        <span class="when">
          <Moment at={at} />
          <span class="caret" aria-hidden="true" />
        </span>
        <span class="line">{line}</span>
      </summary>
      {children}
    </details>
  </li>
)

/** Names and values, of which the absent ones are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

interface EndProps {
  shown: number
  notRecorded: number
  more: (() => void) | undefined
  busy: boolean
  /** The address of the whole list as a table. */
  table: string
}

/** Below a list: how much of it is shown, a button for more, and all of it as a table. */
export function ListEnd({ shown, notRecorded, more, busy, table }: EndProps) {
  const activity = useTexts(activityTexts)
  return (
    <>
      <div class="title">
        <div class="actions">
          {more && (
            <Button busy={busy} onClick={more}>
              {activity.more}
            </Button>
          )}
          <p role="status" class="soft">
            {activity.shown(shown)}
          </p>
        </div>
        <a class="button plain" href={table} download>
          {activity.download}
        </a>
      </div>
      {notRecorded > 0 && (
        <Notice tone="warn">
          <p>{activity.notRecorded(notRecorded)}</p>
        </Notice>
      )}
    </>
  )
}

interface FiltersProps {
  /** How many are in use. */
  used: number
  children: ComponentChildren
}

/** Filters, which a phone shows when they are asked for. */
export function Filters({ used, children }: FiltersProps) {
  const activity = useTexts(activityTexts)
  return (
    <details class="fold" open={used > 0 || matchMedia('(min-width: 40rem)').matches}>
      <summary>{used > 0 ? activity.filtered(used) : activity.filters}</summary>
      <div class="filters">{children}</div>
    </details>
  )
}
