import { Fragment } from 'preact'
import { getErrorCode } from '../../base/error-codes.ts'
import type { Actor, Outcome } from '../api/activity-types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, formatDateTime } from '../text/moments.ts'
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

/** Breaks between its words if necessary. */
export const OperationId = ({ id }: { id: string }) => (
  <code>
    {id.split('_').map((word, place) => (
      <Fragment key={word}>
        {place > 0 && (
          <>
            _<wbr />
          </>
        )}
        {word}
      </Fragment>
    ))}
  </code>
)

const LOOKS: Record<Outcome, [IconName, Tone]> = {
  ok: ['good', 'good'],
  refused: ['warn', 'warn'],
  failed: ['bad', 'bad'],
}

export function OutcomeBadge({ outcome, status }: { outcome: Outcome; status: number }) {
  const { activity } = useTexts()
  const [icon, tone] = LOOKS[outcome]
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {activity.outcomes[outcome]} {status}
    </span>
  )
}

/** Why it failed, as in the log, and the id of the request. */
export function Explained({ reason, request_id }: { reason: string | null; request_id: string }) {
  const { activity, errors } = useTexts()
  return (
    <span class="explained">
      {reason && (
        <span>
          {errors.codes[getErrorCode(reason)]} <code>{reason}</code>
        </span>
      )}
      <span class="hint">
        <span class="unseen">{activity.request} </span>
        <code>{request_id}</code>
      </span>
    </span>
  )
}

export function DateTime({ at }: { at: string }) {
  const { language } = useLanguage()
  return (
    <time dateTime={at} title={formatDateTime(language, at)}>
      {distance(language, at)}
    </time>
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
