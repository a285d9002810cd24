import type { Actor, Outcome } from '../api/activity-types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Notice, type Tone } from '../ui/Notice.tsx'

/** The kind is the gateway's own word. The name follows in quotes, because a client may choose any name. */
export function ActorName({ actor: { kind, id, name } }: { actor: Actor }) {
  const { activity } = useTexts()
  return (
    <span title={id ?? undefined}>
      {activity.kinds[kind]}
      {name && (
        <>
          {' '}
          <q class="name">
            <bdi>{name}</bdi>
          </q>
        </>
      )}
    </span>
  )
}

const LOOKS: Record<Outcome, [IconName, Tone]> = {
  ok: ['good', 'good'],
  refused: ['warn', 'warn'],
  failed: ['bad', 'bad'],
}

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { activity } = useTexts()
  const [icon, tone] = LOOKS[outcome]
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {activity.outcomes[outcome]}
    </span>
  )
}

interface DetailsProps {
  /** What is meant only for programs and their authors: ids, codes, statuses. */
  facts: readonly (string | null)[]
  requestId: string
}

/** The ids and codes of an entry, closed until somebody needs them. */
export function EntryDetails({ facts, requestId }: DetailsProps) {
  const { errors } = useTexts()
  return (
    <details class="original">
      <summary aria-label={`${errors.details}: ${requestId}`}>{errors.details}</summary>
      {facts.map(
        (fact) =>
          fact && (
            <p key={fact}>
              <code>{fact}</code>
            </p>
          ),
      )}
      <p class="hint">
        {errors.requestId} <code>{requestId}</code>
      </p>
    </details>
  )
}

interface EndProps {
  shown: number
  notRecorded: number
  more: (() => void) | undefined
  busy: boolean
}

/** Below a list: how much of it is shown, and a button for more. */
export function ListEnd({ shown, notRecorded, more, busy }: EndProps) {
  const { activity } = useTexts()
  return (
    <>
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
      {notRecorded > 0 && (
        <Notice tone="warn">
          <p>{activity.notRecorded(notRecorded)}</p>
        </Notice>
      )}
    </>
  )
}
