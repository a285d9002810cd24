import { useEffect, useRef, useState } from 'preact/hooks'
import type { EventAttachment, EventType } from '../../base/events.ts'
import { changeSubscription, fetchAccounts, makeSubscription, testSubscription } from '../api/admin.ts'
import type { Attempt, NewSubscription } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field, Tick } from '../ui/fields.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Loading } from '../ui/layout.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Button, Icon, Rich } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { SecretShown, TypeChoice } from './dialogs.tsx'
import { describeDeliveryError, EVENTS_BY_ACCOUNT, hasContent, isEndpoint, refusesUrl } from './names.ts'

interface NotifyResultProps {
  subscription: NewSubscription
  attempt: Attempt
  onChanged: () => void
  onClose: () => void
}

/** How the test of a new subscription went. A wrong address is corrected here. */
function NotifyResult({ subscription: { id, secret }, attempt: first, onChanged, onClose }: NotifyResultProps) {
  const all = useTexts()
  const { common, events: texts } = all
  const [attempt, setAttempt] = useState(first)
  const [url, setUrl] = useState('')
  const { busy, error, run } = useTask()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [attempt])
  const { ok, status, error: failure } = attempt
  const repeat = () =>
    run(async () => {
      if (url.trim()) {
        await changeSubscription(id, { url: url.trim() })
        onChanged()
      }
      setAttempt(await testSubscription(id))
    })
  return (
    <>
      <div class={`outcome ${ok ? 'good' : 'warn'}`}>
        <Icon name={ok ? 'good' : 'warn'} />
        <h2 ref={heading} tabIndex={-1}>
          {ok ? texts.notifyDone : texts.notifySaved}
        </h2>
        <p>
          {ok
            ? texts.tested(String(status))
            : texts.notTested(failure ? describeDeliveryError(all, failure) : common.unknown)}
        </p>
      </div>
      {!ok && (
        <>
          <Field
            label={texts.urlOther}
            hint={texts.urlStays}
            error={(url && !isEndpoint(url)) || refusesUrl(error) ? texts.urlWrong : undefined}
            value={url}
            maxLength={2048}
            onValue={setUrl}
          />
          <div role="alert">{!refusesUrl(error) && <Failure error={error} />}</div>
          <div class="actions">
            <Button busy={busy} onClick={repeat}>
              {texts.retest}
            </Button>
          </div>
        </>
      )}
      {secret ? <SecretShown secret={secret} /> : <p class="soft">{texts.existed}</p>}
      <div class="actions end">
        <Button look={ok ? 'primary' : 'plain'} onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </>
  )
}

interface NotifyDialogProps {
  onMade: () => void
  onClose: () => void
}

/** A subscription in three steps: what, where to, and the test. */
export function NotifyDialog({ onMade, onClose }: NotifyDialogProps) {
  const { common, events: texts } = useTexts()
  const [types, setTypes] = useState<readonly EventType[]>([])
  const [isChosen, setChosen] = useState(false)
  const [url, setUrl] = useState('')
  const [made, setMade] = useState<{ subscription: NewSubscription; attempt: Attempt }>()
  const title = made ? texts.notify : isChosen ? texts.where : texts.what
  return (
    <Modal title={title} onClose={onClose} asks={url && !made ? common.unsaved : undefined}>
      {made ? (
        <NotifyResult {...made} onChanged={onMade} onClose={onClose} />
      ) : isChosen ? (
        <Where
          types={types}
          url={url}
          onUrl={setUrl}
          onTypes={setTypes}
          onBack={() => setChosen(false)}
          onDone={async (include, description) => {
            const subscription = await makeSubscription({ url: url.trim(), types: [...types], include, description })
            onMade()
            const attempt = await testSubscription(subscription.id)
            setMade({ subscription, attempt })
          }}
        />
      ) : (
        <What
          onChosen={(type) => {
            setTypes([type])
            setChosen(true)
          }}
        />
      )}
    </Modal>
  )
}

/** The events of the connected accounts. A press is enough. */
function What({ onChosen }: { onChosen: (type: EventType) => void }) {
  const { events: texts, products, words } = useTexts()
  const { value: reports, error, reload } = useLoaded(fetchAccounts)
  const isConnected = (account: string) =>
    reports?.some((report) => report.account === account && report.state !== 'not_connected')
  if (!reports) {
    return error === undefined ? (
      <Loading />
    ) : (
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
    )
  }
  const offered = EVENTS_BY_ACCOUNT.filter(([account]) => account === null || isConnected(account))
  const others = EVENTS_BY_ACCOUNT.flatMap(([account]) => (account && !isConnected(account) ? [products[account]] : []))
  return (
    <>
      <ul class="choices">
        {offered.flatMap(([account, types]) =>
          types.map((type) => (
            <li key={type}>
              <button type="button" class="choice" onClick={() => onChosen(type)}>
                <span>
                  {words.eventTypes[type]} <span class="soft">{account ? products[account] : texts.everyAccount}</span>
                </span>
                <Icon name="next" />
              </button>
            </li>
          )),
        )}
      </ul>
      {others.length > 0 && <p class="hint">{texts.connectFirst(others.join(', '))}</p>}
    </>
  )
}

interface WhereProps {
  types: readonly EventType[]
  url: string
  onUrl: (url: string) => void
  onTypes: (types: EventType[]) => void
  onBack: () => void
  onDone: (include: EventAttachment[], description: string | null) => Promise<void>
}

function Where({ types, url, onUrl, onTypes, onBack, onDone }: WhereProps) {
  const { errors, events: texts, words } = useTexts()
  const { busy, error, run } = useTask()
  const { form, tried, noteTry } = useFirstFault()
  const [withContent, setWithContent] = useState(false)
  const [description, setDescription] = useState('')
  const isWrong = (tried && !isEndpoint(url)) || refusesUrl(error)
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    if (!isEndpoint(url) || types.length === 0) return
    const include: EventAttachment[] = withContent && hasContent(types) ? ['transcript', 'summary'] : []
    run(() => onDone(include, description.trim() || null))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <p>
        <strong>{types.map((type) => words.eventTypes[type]).join(', ') || errors.fields.types}</strong>
      </p>
      <Field
        label={texts.url}
        hint={texts.urlHint}
        error={isWrong ? texts.urlWrong : undefined}
        value={url}
        maxLength={2048}
        onValue={onUrl}
      />
      <details>
        <summary>{texts.urlFrom}</summary>
        <ul class="notes">
          {texts.urlSteps.map((step) => (
            <li key={step}>
              <Rich text={step} />
            </li>
          ))}
        </ul>
      </details>
      {hasContent(types) && (
        <Tick label={texts.withContent} hint={texts.withContentHint} checked={withContent} onChecked={setWithContent} />
      )}
      <details>
        <summary>{texts.others}</summary>
        <div class="stack">
          <Field
            label={texts.name}
            hint={texts.nameHint}
            value={description}
            maxLength={200}
            onValue={setDescription}
          />
          <TypeChoice types={types} onTypes={onTypes} />
          {tried && types.length === 0 && (
            <p class="fault" tabIndex={-1}>
              {texts.typesMissing}
            </p>
          )}
        </div>
      </details>
      <div role="alert">{!refusesUrl(error) && <Failure error={error} />}</div>
      <div class="actions end">
        <Button onClick={onBack}>{texts.back}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {texts.finish}
        </Button>
      </div>
    </form>
  )
}
