import { useEffect, useRef, useState } from 'preact/hooks'
import type { Subscription } from '../api/event-types.ts'
import { enableSubscription, endSubscription, sendFailedAgain, testSubscription } from '../api/events.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, number } from '../text/moments.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Moment } from '../ui/Moment.tsx'
import { More } from '../ui/More.tsx'
import { Gone, Said, useSaid } from '../ui/Said.tsx'
import { useTask } from '../ui/task.ts'
import { describeDeliveryError } from './delivery-error.ts'
import { EditDialog } from './EditDialog.tsx'
import { getTitle } from './names.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { SubscriptionMore } from './SubscriptionMore.tsx'
import { getWord, SubscriptionState } from './SubscriptionState.tsx'
import { shortenUrl } from './url.ts'

interface Props {
  subscription: Subscription
  onChanged: (subscription: Subscription) => void
  /** Reads the subscriptions again, because deliveries change them. */
  onDelivered: () => void
}

/** Who is notified of what, and how that goes. The deliveries are under "More". */
export function SubscriptionCard({ subscription, onChanged, onDelivered }: Props) {
  const all = useTexts()
  const { events: texts, common } = all
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const { said, say } = useSaid()
  const [isOpen, setOpen] = useState(false)
  const [tests, setTests] = useState(0)
  const [dialog, setDialog] = useState<'edit' | 'secret' | 'end' | 'gone'>()
  const { id, url, last_delivered_at, pending_count, enabled, disabled_reason, failing_since, last_error } =
    subscription
  const word = getWord(subscription)
  const title = getTitle(all, subscription)
  const close = () => setDialog(undefined)
  const card = useRef<HTMLElement>(null)
  const isPressed = useRef(false)
  const press = (work: () => Promise<void>) => {
    isPressed.current = true
    run(work)
  }
  const test = async () => {
    const { ok, status, error: failure } = await testSubscription(id)
    if (ok) say(texts.tested(String(status)))
    else say(texts.notTested(failure ? describeDeliveryError(all, failure) : common.unknown), 'warn')
    setTests((last) => last + 1)
    onDelivered()
  }
  const toggle = async () => {
    onChanged(await enableSubscription(id, !enabled))
    say(enabled ? texts.stopped : texts.started)
  }
  const resend = async () => {
    const count = await sendFailedAgain(id)
    say(count > 0 ? texts.sentFailed(number(language, count)) : texts.noneFailed)
    onDelivered()
  }
  const canResend = enabled && (failing_since !== null || pending_count > 0)
  // The pressed button is gone. The focus goes to what pauses and resumes, or to the first button.
  useEffect(() => {
    const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector)
    if (isPressed.current && document.activeElement === document.body)
      (find('[data-switch]') ?? find('.actions button'))?.focus()
    isPressed.current = false
  }, [enabled, canResend])
  if (dialog === 'gone') return <Gone words={texts.ended} />
  return (
    <article ref={card} class={`row subscription ${word === 'on' ? '' : 'bad'}`} aria-labelledby={`${id} ${id}-to`}>
      <header>
        <div>
          <h3 id={id} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h3>
          <p class="soft" id={`${id}-to`}>
            {texts.to(shortenUrl(url))}
          </p>
        </div>
      </header>
      <div class="standing">
        <SubscriptionState subscription={subscription} />
        <dl class="dates">
          <div>
            <dt>{texts.delivered}</dt>
            <dd>{last_delivered_at ? <Moment at={last_delivered_at} /> : common.never}</dd>
          </div>
          {pending_count > 0 && (
            <div>
              <dt>{texts.waiting}</dt>
              <dd>{number(language, pending_count)}</dd>
            </div>
          )}
        </dl>
      </div>
      {failing_since && (
        <div class="advice">
          <p>
            {texts.failingSince(distance(language, failing_since))}
            {last_error && `: ${describeDeliveryError(all, last_error)}.`}
          </p>
        </div>
      )}
      {word === 'noAccount' && (
        <div class="advice">
          <p>{texts.noAccount}</p>
        </div>
      )}
      {word === 'testFailed' && (
        <div class="advice">
          <p>{texts.notTested(describeDeliveryError(all, subscription.last_test_error ?? ''))}</p>
        </div>
      )}
      <div class="actions">
        {canResend && (
          <Button look="primary" busy={busy} aria-label={`${texts.resend}: ${title}`} onClick={() => press(resend)}>
            {texts.resend}
          </Button>
        )}
        {!enabled && (
          <Button
            look={disabled_reason === 'owner' ? 'plain' : 'primary'}
            busy={busy}
            aria-label={`${texts.start}: ${title}`}
            data-switch
            onClick={() => press(toggle)}
          >
            {texts.start}
          </Button>
        )}
        <Button busy={busy} aria-label={`${texts.test}: ${title}`} onClick={() => run(test)}>
          {texts.test}
        </Button>
        <More
          label={texts.more}
          about={title}
          controls={`rest-${id}`}
          open={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      </div>
      <Said said={said} error={error} />
      <div id={`rest-${id}`} class="more" hidden={!isOpen}>
        {isOpen && (
          <SubscriptionMore
            subscription={subscription}
            title={title}
            reloads={tests}
            onDelivered={onDelivered}
            onOpen={setDialog}
            onPause={enabled ? () => press(toggle) : undefined}
          />
        )}
      </div>
      {dialog === 'edit' && (
        <EditDialog
          subscription={subscription}
          title={title}
          onClose={close}
          onChanged={(changed) => {
            onChanged(changed)
            say(texts.saved)
          }}
        />
      )}
      {dialog === 'secret' && <SecretDialog id={id} title={title} onClose={close} />}
      {dialog === 'end' && (
        <Confirm
          title={texts.endTitle(title)}
          body={texts.endBody}
          action={texts.end}
          onClose={close}
          onConfirmed={async () => {
            await endSubscription(id)
            setDialog('gone')
          }}
        />
      )}
    </article>
  )
}
