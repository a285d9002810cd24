import { useEffect, useRef, useState } from 'preact/hooks'
import { isFirst, productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Subscription } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { channelsTexts } from '../text/channels.ts'
import type { Language } from '../text/common.ts'
import { type EventsTexts, eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { distance, number } from '../text/moments.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { Moment, More, type Tone } from '../ui/layout.tsx'
import { DeletedNotice, ResultNotice, useResult } from '../ui/result.tsx'
import { Button, Icon, type IconName } from '../ui/shared.tsx'
import { useTask } from '../ui/task.ts'
import { AttemptsTable } from './attempts.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { EditDialog, SecretDialog } from './dialogs.tsx'
import { describeDeliveryError, findStatus, getOwner, getPlace, getReceivedTypes, hasEventsOf } from './names.ts'
import { SampleDialog } from './sample.tsx'

type Word = keyof EventsTexts['states'] | 'testFailed'

/** Each state has its own shape in addition to its colour. */
const BADGES: Record<Word, [IconName, Tone | 'none']> = {
  on: ['good', 'good'],
  failed: ['warn', 'warn'],
  noAccount: ['warn', 'warn'],
  testFailed: ['warn', 'warn'],
  owner: ['empty', 'none'],
  gone: ['bad', 'bad'],
  failing: ['wrong', 'bad'],
  key: ['key', 'warn'],
  unconfirmed: ['empty', 'warn'],
}

/** In short, how a notification is doing. What its owner decided comes first. */
function getWord({ disabled_reason, has_account, failing_since, last_test_error }: Subscription): Word {
  if (disabled_reason) return disabled_reason
  if (!has_account) return 'noAccount'
  if (failing_since) return 'failed'
  return last_test_error ? 'testFailed' : 'on'
}

function describeState(texts: EventsTexts, language: Language, subscription: Subscription): string {
  const { states, goneForPeople, testFailed, onTested } = texts
  const { last_test_error, last_test_at } = subscription
  const word = getWord(subscription)
  if (word === 'testFailed') return testFailed(findStatus(last_test_error))
  if (word === 'on' && last_test_at) return onTested(distance(language, last_test_at))
  return word === 'gone' && subscription.channel !== 'webhook' ? goneForPeople : states[word]
}

function SubscriptionState({ subscription }: { subscription: Subscription }) {
  const events = useTexts(eventsTexts)
  const { language } = useLanguage()
  const word = getWord(subscription)
  const [icon, tone] = BADGES[word]
  return (
    <p class={`badge ${tone}`}>
      <Icon name={icon} />
      {describeState(events, language, subscription)}
    </p>
  )
}

type Dialog = 'edit' | 'secret' | 'sample' | 'end'

interface SubscriptionMoreProps {
  subscription: Subscription
  title: string
  /** Changing the number reloads the deliveries. */
  reloads: number
  onDelivered: () => void
  onOpen: (dialog: Dialog) => void
  /** Whether something that was pressed is being done. */
  isBusy: boolean
  /** Undefined while it is paused. */
  onPause: (() => void) | undefined
}

/** All that a subscription receives, its deliveries, and what changes it. */
function SubscriptionMore({
  subscription,
  title,
  reloads,
  onDelivered,
  onOpen,
  isBusy,
  onPause,
}: SubscriptionMoreProps) {
  const { products, words } = useTexts(firstTexts)
  const texts = useTexts(eventsTexts)
  const { id, types, accounts, include, channel, key_id } = subscription
  // Where it gets events of first accounts alone, there is nothing to say.
  const named = accounts.some((account) => !isFirst(account))
    ? accounts.filter((account) => hasEventsOf(getReceivedTypes(types, key_id), productOf(account)))
    : []
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{texts.types}</dt>
          <dd>
            {[
              ...getReceivedTypes(types, key_id).map((type) => words.eventTypes[type]),
              ...include.map((part) => texts.parts[part]),
            ].join(', ')}
          </dd>
        </div>
        {named.length > 0 && (
          <div>
            <dt>{texts.accounts}</dt>
            <dd>{named.map((account) => nameAccount(products, account)).join(', ')}</dd>
          </div>
        )}
        <div>
          <dt>{texts.by}</dt>
          <dd>
            <bdi>{getOwner(texts, subscription)}</bdi>
          </dd>
        </div>
      </dl>
      <div class="actions">
        <Button variant="quiet" aria-label={`${texts.edit}: ${title}`} onClick={() => onOpen('edit')}>
          {texts.edit}
        </Button>
        {onPause && (
          <Button variant="quiet" busy={isBusy} aria-label={`${texts.stop}: ${title}`} data-switch onClick={onPause}>
            {texts.stop}
          </Button>
        )}
        {channel === 'webhook' && (
          <Button variant="quiet" aria-label={`${texts.newSecret}: ${title}`} onClick={() => onOpen('secret')}>
            {texts.newSecret}
          </Button>
        )}
        <Button variant="quiet" aria-label={`${texts.end}: ${title}`} onClick={() => onOpen('end')}>
          {texts.end}
        </Button>
      </div>
      <AttemptsTable id={id} title={title} reloads={reloads} onDelivered={onDelivered} />
    </>
  )
}

interface SubscriptionCardProps {
  subscription: Subscription
  /** Its title, which no other one has. */
  title: string
  hasEmail: boolean
  onChanged: (subscription: Subscription) => void
  /** Reads the subscriptions again, because deliveries change them. */
  onDelivered: () => void
}

/** A subscription and its state. The deliveries are under "More". */
export function SubscriptionCard({ subscription, title, hasEmail, onChanged, onDelivered }: SubscriptionCardProps) {
  const channels = useTexts(channelsTexts)
  const texts = useTexts(eventsTexts)
  const { common } = useTexts(firstTexts)
  const { language } = useLanguage()
  const { busy, error, run } = useTask()
  const { result, showResult } = useResult()
  const [isOpen, setOpen] = useState(false)
  const [tests, setTests] = useState(0)
  const [dialog, setDialog] = useState<Dialog | 'gone'>()
  const {
    id,
    channel,
    last_delivered_at,
    pending_count,
    enabled,
    disabled_reason,
    failing_since,
    last_error,
    last_test_error,
  } = subscription
  const word = getWord(subscription)
  const close = () => setDialog(undefined)
  const card = useRef<HTMLElement>(null)
  const isPressed = useRef(false)
  const press = (work: () => Promise<void>) => {
    isPressed.current = true
    run(work)
  }
  const test = async () => {
    const {
      ok,
      status,
      error: failure,
    } = await call('events_test_subscription', { path: { id: id } }, { isImpatient: true })
    if (ok)
      showResult(channel === 'webhook' ? texts.tested(String(status)) : channels.checkArrival(channels.names[channel]))
    else showResult(texts.notTested(failure ? describeDeliveryError(texts, failure) : common.unknown), 'warn')
    setTests((last) => last + 1)
    onDelivered()
  }
  const toggle = async () => {
    onChanged(await call('events_change_subscription', { path: { id }, body: { enabled: !enabled } }))
    showResult(enabled ? texts.stopped : texts.started)
  }
  const resend = async () => {
    const count = (await call('events_redeliver_failed', { path: { id } })).deliveries
    showResult(count > 0 ? texts.sentFailed(number(language, count)) : texts.noneFailed)
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
  if (dialog === 'gone') return <DeletedNotice words={texts.ended} />
  return (
    <article ref={card} class="row subscription" aria-labelledby={`${id} ${id}-to`}>
      <header>
        <ChannelMark channel={channel} />
        <div>
          <h3 id={id} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h3>
          <p class="soft" id={`${id}-to`}>
            {getPlace(channels, subscription)}
          </p>
        </div>
      </header>
      <div class="standing">
        <SubscriptionState subscription={subscription} />
        {!last_delivered_at && <p class="soft">{texts.nothingSent}</p>}
        {(last_delivered_at || pending_count > 0) && (
          <dl class="dates">
            {last_delivered_at && (
              <div>
                <dt>{texts.delivered}</dt>
                <dd>
                  <Moment at={last_delivered_at} />
                </dd>
              </div>
            )}
            {pending_count > 0 && (
              <div>
                <dt>{texts.waiting}</dt>
                <dd>{number(language, pending_count)}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
      {failing_since && (
        <div class="advice">
          <p>
            {texts.failingSince(distance(language, failing_since))}
            {last_error && `: ${describeDeliveryError(texts, last_error)}.`}
          </p>
        </div>
      )}
      {word === 'noAccount' && (
        <div class="advice">
          <p>{texts.noAccount}</p>
        </div>
      )}
      {word === 'testFailed' && !last_test_error?.startsWith('the endpoint answered') && (
        <div class="advice">
          <p>{texts.notTested(describeDeliveryError(texts, last_test_error ?? ''))}</p>
        </div>
      )}
      <div class="actions">
        {canResend && (
          <Button variant="primary" busy={busy} aria-label={`${texts.resend}: ${title}`} onClick={() => press(resend)}>
            {texts.resend}
          </Button>
        )}
        {!enabled && (
          <Button
            variant={disabled_reason === 'owner' ? 'plain' : 'primary'}
            busy={busy}
            aria-label={`${texts.start}: ${title}`}
            data-switch
            onClick={() => press(toggle)}
          >
            {texts.start}
          </Button>
        )}
        {channel === 'webhook' ? (
          <Button aria-label={`${texts.sample}: ${title}`} onClick={() => setDialog('sample')}>
            {texts.sample}
          </Button>
        ) : (
          <Button busy={busy} aria-label={`${texts.test}: ${title}`} onClick={() => run(test)}>
            {texts.test}
          </Button>
        )}
        <More
          label={texts.more}
          about={title}
          controls={`rest-${id}`}
          open={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      </div>
      <ResultNotice result={result} error={error} />
      <div id={`rest-${id}`} class="more" hidden={!isOpen}>
        {isOpen && (
          <SubscriptionMore
            subscription={subscription}
            title={title}
            reloads={tests}
            onDelivered={onDelivered}
            onOpen={setDialog}
            isBusy={busy}
            onPause={enabled ? () => press(toggle) : undefined}
          />
        )}
      </div>
      {dialog === 'edit' && (
        <EditDialog
          subscription={subscription}
          hasEmail={hasEmail}
          title={title}
          onClose={close}
          onChanged={(changed) => {
            onChanged(changed)
            showResult(texts.saved)
          }}
        />
      )}
      {dialog === 'sample' && (
        <SampleDialog
          subscription={subscription}
          title={title}
          onClose={close}
          onSent={() => {
            setTests((last) => last + 1)
            onDelivered()
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
            await call('events_delete_subscription', { path: { id } })
            setDialog('gone')
          }}
        />
      )}
    </article>
  )
}
