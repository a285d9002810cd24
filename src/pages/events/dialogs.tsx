import { useState } from 'preact/hooks'
import type { EventAttachment, EventType } from '../../base/events.ts'
import { ACCOUNT_CHOICE, AccountChoiceFields } from '../accounts/AccountChoiceFields.tsx'
import { isComplete, listAccounts, onlyProducts, toNarrowChoice } from '../accounts/choice.ts'
import { useKnownAccounts } from '../accounts/list.ts'
import { productOf } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Subscription } from '../api/types.ts'
import { commonTexts } from '../text/common.ts'
import { eventsTexts } from '../text/events.ts'
import { useTexts } from '../text/language.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox, Field, Switch } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Button, CopyButton, CopyField } from '../ui/shared.tsx'
import { AddressField, useAddress } from './AddressField.tsx'
import { getReceivedTypes, hasContent, hasEventsOf, refusesUrl } from './names.ts'
import { TypeChoice } from './TypeChoice.tsx'

/** The line that verifies a delivery with the library of Standard Webhooks. */
const LINES = {
  JavaScript: (secret: string) => `new Webhook('${secret}').verify(body, headers)`,
  Python: (secret: string) => `Webhook("${secret}").verify(body, headers)`,
} as const
type Language = keyof typeof LINES

/** The secret of a subscription, shown only once, with the line of code that uses it. */
export function SecretShown({ secret }: { secret: string }) {
  const texts = useTexts(eventsTexts)
  const [language, setLanguage] = useState<Language>('JavaScript')
  const line = LINES[language](secret)
  return (
    <div class="stack">
      <CopyField label={texts.secret} value={secret} hint={texts.secretHint} />
      <details>
        <summary>{texts.code}</summary>
        <div class="stack">
          <Switch
            label={texts.code}
            options={Object.keys(LINES).map((name) => [name, name] as const)}
            value={language}
            onValue={(name) => setLanguage(name as Language)}
          />
          <pre class="code" lang="en">
            <code>{line}</code>
          </pre>
          <div class="actions">
            <CopyButton text={line} what={texts.code} />
          </div>
          <p class="hint">{texts.codeHint}</p>
        </div>
      </details>
    </div>
  )
}

interface SecretDialogProps {
  id: string
  title: string
  onClose: () => void
}

/** Replaces the secret of a subscription, for example because the first one was lost. */
export function SecretDialog({ id, title, onClose }: SecretDialogProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(eventsTexts)
  const [secret, setSecret] = useState('')
  if (secret) {
    return (
      <Modal title={texts.newSecretTitle(title)} onClose={onClose}>
        <SecretShown secret={secret} />
        <div class="actions end">
          <Button variant="primary" onClick={onClose}>
            {common.done}
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <Confirm
      title={texts.newSecretTitle(title)}
      body={texts.newSecretBody}
      action={texts.newSecret}
      onClose={onClose}
      onConfirmed={async () => setSecret((await call('events_roll_secret', { path: { id } })).secret)}
    />
  )
}

interface EditDialogProps {
  subscription: Subscription
  hasEmail: boolean
  title: string
  onChanged: (subscription: Subscription) => void
  onClose: () => void
}

/** Changes what a subscription receives and where it goes. Its present address is not shown, because it may be a secret. */
export function EditDialog({ subscription, hasEmail, title, onChanged, onClose }: EditDialogProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(eventsTexts)
  const [named] = useState(() => getReceivedTypes(subscription.types, subscription.key_id))
  const [types, setTypes] = useState<readonly EventType[]>(named)
  const reports = useKnownAccounts()
  const [before] = useState(() => toNarrowChoice(subscription.accounts))
  const [choice, setChoice] = useState(before)
  const [withContent, setWithContent] = useState(subscription.include.length > 0)
  const [description, setDescription] = useState(subscription.description ?? '')
  const [language, setLanguage] = useState(subscription.language)
  const address = useAddress(hasEmail)
  const { url } = address
  const isTyped = address.text.trim() !== ''
  const isForPeople = (address.channel ?? subscription.channel) !== 'webhook'
  const isChanged =
    isTyped ||
    description !== (subscription.description ?? '') ||
    types !== named ||
    choice !== before ||
    language !== subscription.language
  /** Without what is hidden and empty, because its types are no longer chosen. */
  const chosen = onlyProducts(choice, (product) => hasEventsOf(types, product) || choice[product]?.length !== 0)
  /** The products of its accounts, and those that were chosen now. */
  const products = [...new Set([...subscription.accounts, ...Object.values(chosen).flat()].map(productOf))]
  const save = async () => {
    // One part of the content may have been chosen through the API.
    const kept: EventAttachment[] = subscription.include.length > 0 ? subscription.include : ['transcript', 'summary']
    const include = withContent && hasContent(types) && !isForPeople ? kept : []
    onChanged(
      await call('events_change_subscription', {
        path: { id: subscription.id },
        body: {
          // Names such as recorder.* stay, unless the choice was changed.
          ...(types !== named && { types: [...types] }),
          ...(choice !== before && { accounts: listAccounts(products, chosen) }),
          // An unchanged field is left out: with it, the owner would have to confirm that it is them.
          ...(include.join() !== subscription.include.join() && { include }),
          description: description.trim() || null,
          ...(language !== subscription.language && { language }),
          ...(url && { url }),
        },
      }),
    )
    onClose()
  }
  return (
    <FormDialog
      title={texts.editTitle(title)}
      action={common.save}
      isChanged={isChanged}
      isReady={reports !== undefined}
      late={ACCOUNT_CHOICE}
      submit={() => (types.length === 0 || !isComplete(chosen) || (isTyped && !url) ? undefined : save())}
      isShownByField={refusesUrl}
      onClose={onClose}
    >
      {({ tried, error }) => (
        <>
          {' '}
          <Field
            label={texts.name}
            hint={texts.nameHint}
            value={description}
            maxLength={200}
            onValue={setDescription}
          />
          <AddressField address={address} tried={isTyped} error={error} label={texts.urlOther} hint={texts.urlStays} />
          {isForPeople && (
            <div class="field">
              <span class="label">{texts.language}</span>
              <Switch
                label={texts.language}
                options={[
                  ['ko', '한국어'],
                  ['en', 'English'],
                ]}
                value={language}
                onValue={(chosen) => setLanguage(chosen === 'ko' ? 'ko' : 'en')}
              />
            </div>
          )}
          <TypeChoice types={types} onTypes={setTypes} isForPeople={isForPeople} keyId={subscription.key_id} />
          {types.length === 0 && (
            <p class="fault" tabIndex={-1}>
              {texts.typesMissing}
            </p>
          )}
          <AccountChoiceFields
            reports={reports ?? []}
            choice={choice}
            onChoice={setChoice}
            isOffered={(product) => hasEventsOf(types, product)}
            label={texts.accounts}
            tried={tried}
          />
          {!isForPeople && hasContent(types) && (
            <Checkbox
              label={texts.withContent}
              hint={texts.withContentHint}
              checked={withContent}
              onChecked={setWithContent}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
