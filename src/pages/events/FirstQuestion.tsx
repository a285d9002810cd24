import { useEffect, useRef, useState } from 'preact/hooks'
import { OWNERS_TYPES } from '../../base/channels.ts'
import { call } from '../api/session.ts'
import type { Attempt } from '../api/types.ts'
import { channelsTexts } from '../text/channels.ts'
import { commonTexts } from '../text/common.ts'
import { eventsTexts } from '../text/events.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Notice } from '../ui/layout.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import { AddressField, useAddress } from './AddressField.tsx'
import { describeDeliveryError, refusesUrl } from './names.ts'

interface Props {
  hasEmail: boolean
  onLater: () => void
}

/** Asks once where to tell the owner that an account no longer works. A test message shows whether it arrives. */
export function FirstQuestion({ hasEmail, onLater }: Props) {
  const channels = useTexts(channelsTexts)
  const common = useTexts(commonTexts)
  const events = useTexts(eventsTexts)
  const { language } = useLanguage()
  const address = useAddress(hasEmail)
  const { busy, error, run } = useTask()
  const { form, tried, noteTry } = useFirstFault()
  const [made, setMade] = useState<{ id: string; url: string }>()
  const [attempt, setAttempt] = useState<Attempt>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = attempt?.ok === true
  useEffect(() => {
    if (isDone) heading.current?.focus()
  }, [isDone])
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    const { url } = address
    if (!url) return
    run(async () => {
      setAttempt(undefined)
      const { id } =
        made ??
        (await call('events_create_subscription', { body: { url, types: [...OWNERS_TYPES], language, include: [] } }))
      if (made && made.url !== url) await call('events_change_subscription', { path: { id }, body: { url } })
      setMade({ id, url })
      setAttempt(await call('events_test_subscription', { path: { id: id } }, { isImpatient: true }))
    })
  }
  return (
    <section class="card ask" aria-labelledby="ask">
      <div class="title">
        <h2 id="ask" ref={heading} tabIndex={-1}>
          {isDone && <Icon name="good" />}
          {isDone ? channels.askDone : channels.ask}
        </h2>
      </div>
      {isDone ? (
        <>
          <p role="status">{address.channel && channels.askDoneHint(channels.names[address.channel])}</p>
          <div class="actions">
            <a class="button plain" href="#events">
              {channels.manage}
            </a>
          </div>
        </>
      ) : (
        <>
          <p class="soft">{channels.askLead}</p>
          <form ref={form} onSubmit={submit} noValidate>
            <AddressField address={address} tried={tried} error={error} />
            <div role="alert">
              {attempt && (
                <Notice tone="warn">
                  <p>
                    {channels.askFailed}:{' '}
                    {attempt.error ? describeDeliveryError(events, attempt.error) : common.unknown}.
                  </p>
                </Notice>
              )}
              {!refusesUrl(error) && <Failure error={error} />}
            </div>
            <div class="actions end">
              <Button variant="quiet" onClick={onLater}>
                {made ? common.close : channels.later}
              </Button>
              <Button type="submit" variant="primary" busy={busy}>
                {channels.send}
              </Button>
            </div>
          </form>
        </>
      )}
    </section>
  )
}
