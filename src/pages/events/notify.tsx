import { useEffect, useRef, useState } from 'preact/hooks'
import { OWNERS_TYPES } from '../../base/channels.ts'
import type { EventAttachment, EventType } from '../../base/events.ts'
import { AccountChoiceFields } from '../accounts/AccountChoiceFields.tsx'
import { type AccountChoice, findSeveral, isComplete, listAccounts, onlyProducts } from '../accounts/choice.ts'
import { type Account, PRODUCTS, productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Attempt, NewSubscription } from '../api/types.ts'
import { channelsTexts } from '../text/channels.ts'
import { commonTexts } from '../text/common.ts'
import { eventsTexts } from '../text/events.ts'
import { firstTexts } from '../text/first.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Checkbox, Field } from '../ui/fields.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Loaded } from '../ui/Loaded.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Button, Icon } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { type AddressEntry, AddressField, useAddress } from './AddressField.tsx'
import { ChannelMark } from './ChannelMark.tsx'
import { SecretShown } from './dialogs.tsx'
import { describeDeliveryError, EVENTS_BY_ACCOUNT, hasContent, hasEventsOf, refusesUrl } from './names.ts'
import { SentJson } from './sample.tsx'
import { TypeChoice } from './TypeChoice.tsx'

interface NotifyResultProps {
  subscription: NewSubscription
  /** The test. Undefined when the gateway could not be asked for it. */
  attempt: Attempt | undefined
  /** The type of the test event. */
  type: EventType | undefined
  /** Why the gateway could not be asked. */
  refusal: unknown
  address: AddressEntry
  onChanged: () => void
  onClose: () => void
}

/** The type of the test event. Programs get a sample, from which they learn the fields. */
const toTested = (channel: string | undefined, types: readonly EventType[]): EventType | undefined =>
  channel === 'webhook' ? types[0] : undefined

/** The result of the test of a new subscription. A wrong address is corrected here. */
function NotifyResult({ subscription, attempt: first, type, refusal, address, onChanged, onClose }: NotifyResultProps) {
  const channels = useTexts(channelsTexts)
  const common = useTexts(commonTexts)
  const texts = useTexts(eventsTexts)
  const { id, secret, channel } = subscription
  const [attempt, setAttempt] = useState(first)
  const corrected = useAddress(address.hasEmail)
  const { busy, error = refusal, run } = useTask()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [attempt])
  const ok = attempt?.ok ?? false
  const repeat = () =>
    run(async () => {
      if (corrected.url) {
        await call('events_change_subscription', { path: { id }, body: { url: corrected.url } })
        onChanged()
      }
      setAttempt(
        await call(
          'events_test_subscription',
          { path: { id }, ...(type && { body: { type } }) },
          { isImpatient: true },
        ),
      )
      onChanged()
    })
  const isForPeople = channel !== 'webhook'
  return (
    <>
      <div class={`outcome ${ok ? 'good' : 'warn'}`}>
        <Icon name={ok ? 'good' : 'warn'} />
        <h2 ref={heading} tabIndex={-1}>
          {ok ? texts.notifyDone : texts.notifySaved}
        </h2>
        {attempt && (
          <p>
            {!ok
              ? texts.notTested(attempt.error ? describeDeliveryError(texts, attempt.error) : common.unknown)
              : isForPeople
                ? channels.checkArrival(channels.names[channel])
                : texts.tested(String(attempt.status))}
          </p>
        )}
      </div>
      {!ok && (
        <>
          <AddressField
            address={corrected}
            tried={corrected.text.trim() !== ''}
            error={error}
            label={texts.urlOther}
            hint={texts.urlStays}
          />
          <div role="alert">{!refusesUrl(error) && <Failure error={error} />}</div>
          <div class="actions">
            <Button busy={busy} onClick={repeat}>
              {texts.retest}
            </Button>
          </div>
        </>
      )}
      {!isForPeople && attempt && <SentJson attempt={attempt} />}
      {!isForPeople && (secret ? <SecretShown secret={secret} /> : <p class="soft">{texts.existed}</p>)}
      <div class="actions end">
        <Button variant={ok ? 'primary' : 'plain'} onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </>
  )
}

/** What a new subscription gets, while it is being filled in. */
interface EventsDraft {
  /** Whether the address is one of people. For a program other events are chosen. */
  isForPeople: boolean
  types: readonly EventType[]
  choice: AccountChoice
  withContent: boolean
  description: string
}

const newDraft = (isForPeople: boolean): EventsDraft => ({
  isForPeople,
  types: isForPeople ? OWNERS_TYPES : [],
  choice: {},
  withContent: false,
  description: '',
})

interface NotifyDialogProps {
  hasEmail: boolean
  onMade: () => void
  onClose: () => void
}

/** A subscription in three steps: where to, what, and the test. */
export function NotifyDialog({ hasEmail, onMade, onClose }: NotifyDialogProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(eventsTexts)
  const { language } = useLanguage()
  const address = useAddress(hasEmail)
  const [isPlaced, setPlaced] = useState(false)
  const [refusal, setRefusal] = useState<{ url: string; error: unknown }>()
  const [made, setMade] = useState<Pick<NotifyResultProps, 'subscription' | 'attempt' | 'type' | 'refusal'>>()
  const isForPeople = address.channel !== 'webhook'
  // It stays while the address is corrected.
  const [entered, setEntered] = useState<EventsDraft>()
  const draft =
    entered?.isForPeople === isForPeople
      ? entered
      : { ...newDraft(isForPeople), ...(entered && { description: entered.description }) }
  const making = useTask()
  const title = made ? texts.notify : isPlaced ? texts.what : texts.where
  const { url } = address
  return (
    <Modal
      title={title}
      onClose={onClose}
      confirmClose={address.text && !made ? common.unsaved : undefined}
      isBusy={making.busy}
    >
      {made ? (
        <NotifyResult {...made} address={address} onChanged={onMade} onClose={onClose} />
      ) : isPlaced && url ? (
        <TypesStep
          address={address}
          draft={draft}
          onChange={(part) => setEntered({ ...draft, ...part })}
          making={making}
          onBack={() => setPlaced(false)}
          onDone={async (types, include, description, accounts) => {
            const subscription = await call('events_create_subscription', {
              body: {
                url,
                types: [...types],
                include,
                ...(accounts && { accounts }),
                ...(description && { description }),
                language,
              },
            }).catch((error: unknown) => {
              // It is about the step before.
              if (refusesUrl(error)) {
                setRefusal({ url, error })
                setPlaced(false)
              }
              throw error
            })
            onMade()
            const type = toTested(subscription.channel, types)
            // It is made also when it cannot be tested, and its secret is shown only now.
            const tested = await call(
              'events_test_subscription',
              { path: { id: subscription.id }, ...(type && { body: { type } }) },
              { isImpatient: true },
            ).then(
              (attempt) => ({ attempt, refusal: undefined }),
              (refusal: unknown) => ({ attempt: undefined, refusal }),
            )
            setMade({ subscription, type, ...tested })
            // The list says how the test ended.
            onMade()
          }}
        />
      ) : (
        <AddressStep
          address={address}
          error={refusal?.url === url ? refusal?.error : undefined}
          onDone={() => setPlaced(true)}
        />
      )}
    </Modal>
  )
}

interface AddressStepProps {
  address: AddressEntry
  /** Why the gateway did not accept it. */
  error: unknown
  onDone: () => void
}

function AddressStep({ address, error, onDone }: AddressStepProps) {
  const texts = useTexts(eventsTexts)
  const { form, tried, noteTry } = useFirstFault()
  // The button that led back here is gone.
  useEffect(() => {
    if (address.text) form.current?.querySelector('input')?.focus()
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    if (address.url) onDone()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <AddressField address={address} tried={tried} error={error} />
      <div class="actions end">
        <Button type="submit" variant="primary">
          {texts.forward}
        </Button>
      </div>
    </form>
  )
}

interface TypesStepProps {
  address: AddressEntry
  draft: EventsDraft
  onChange: (part: Partial<EventsDraft>) => void
  making: ReturnType<typeof useTask>
  onBack: () => void
  /** @param accounts undefined where no product has several */
  onDone: (
    types: readonly EventType[],
    include: EventAttachment[],
    description: string | null,
    accounts: Account[] | undefined,
  ) => Promise<void>
}

/** The events of the connected accounts. For people, the state of the accounts is chosen already. */
function TypesStep({ address, draft, onChange, making, onBack, onDone }: TypesStepProps) {
  const { products } = useTexts(firstTexts)
  const channels = useTexts(channelsTexts)
  const texts = useTexts(eventsTexts)
  const {
    value: reports,
    error: loadError,
    reload,
  } = useLoaded((options) => call('admin_list_accounts', {}, options).then(({ accounts }) => accounts))
  const { isForPeople, types, choice, withContent, description } = draft
  const { busy, error, run } = making
  const { form, tried, noteTry } = useFirstFault()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    const chosen = onlyProducts(choice, (product) => hasEventsOf(types, product))
    if (!reports || types.length === 0 || !isComplete(chosen)) return
    const include: EventAttachment[] = withContent && hasContent(types) ? ['transcript', 'summary'] : []
    const accounts = findSeveral(reports).length > 0 ? listAccounts(PRODUCTS, chosen) : undefined
    run(() => onDone(types, include, description.trim() || null, accounts))
  }
  const connected = reports?.filter(({ state }) => state !== 'not_connected').map(({ account }) => productOf(account))
  const others = EVENTS_BY_ACCOUNT.flatMap(([product]) =>
    product && connected && !connected.includes(product) ? [products[product]] : [],
  )
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <p ref={heading} tabIndex={-1} class="found">
        {address.channel && (
          <>
            <ChannelMark channel={address.channel} small />
            {channels.found[address.channel]}
          </>
        )}
      </p>
      <Loaded value={connected} error={loadError} reload={reload}>
        {(offered) => (
          <TypeChoice
            types={types}
            onTypes={(types) => onChange({ types })}
            isForPeople={isForPeople}
            offered={offered}
          />
        )}
      </Loaded>
      {tried && types.length === 0 && (
        <p class="fault" tabIndex={-1}>
          {texts.typesMissing}
        </p>
      )}
      <AccountChoiceFields
        reports={reports ?? []}
        choice={choice}
        onChoice={(choice) => onChange({ choice })}
        isOffered={(product) => hasEventsOf(types, product)}
        label={texts.accounts}
        tried={tried}
      />
      {others.length > 0 && <p class="hint">{texts.connectFirst(others.join(', '))}</p>}
      {!isForPeople && hasContent(types) && (
        <Checkbox
          label={texts.withContent}
          hint={texts.withContentHint}
          checked={withContent}
          onChecked={(withContent) => onChange({ withContent })}
        />
      )}
      <Field
        label={texts.name}
        hint={isForPeople ? channels.nameHint : texts.nameHint}
        value={description}
        maxLength={200}
        onValue={(description) => onChange({ description })}
      />
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        <Button disabled={busy} onClick={onBack}>
          {texts.back}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy || (!reports && loadError === undefined)}
          disabled={!reports && loadError !== undefined}
        >
          {texts.finish}
        </Button>
      </div>
    </form>
  )
}
