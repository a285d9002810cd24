import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ACCOUNT_CHOICE, AccountChoiceFields } from '../accounts/AccountChoiceFields.tsx'
import { useKnownAccounts } from '../accounts/list.ts'
import { call } from '../api/session.ts'
import type { KeyRecord, Report } from '../api/types.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { commonTexts } from '../text/common.ts'
import { keysTexts } from '../text/keys.ts'
import { useTexts } from '../text/language.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox, Field, Select } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Notice } from '../ui/layout.tsx'
import { lazy } from '../ui/lazy.tsx'
import { CloseButton, Modal } from '../ui/Modal.tsx'
import { CopyField } from '../ui/shared.tsx'
import { useLoaded } from '../ui/task.ts'
import {
  chooseGroups,
  choosePurpose,
  type Draft,
  isPast,
  makesPayments,
  newDraft,
  opensProduct,
  PURPOSES,
  type Purpose,
  toDraft,
  today,
  toKeyChange,
  toNewKey,
} from './draft.ts'
import { GroupChoice, LimitFields } from './LimitsForm.tsx'

const FirstCall = lazy(async () => (await import('./FirstCall.tsx')).FirstCall)

interface KeySubscriptionsProps {
  record: KeyRecord
  /** The effect on them. */
  outcome?: string
  /** The text if there is none. */
  none?: string
}

/** The subscriptions that a key has set up. */
export function KeySubscriptions({ record: { lineage }, outcome = '', none }: KeySubscriptionsProps) {
  const texts = useTexts(keysTexts)
  const { value, error, reload } = useLoaded(() => call('admin_get_events'))
  const own = value?.subscriptions.filter(({ key_id }) => key_id === lineage)
  return (
    <Loaded value={own} error={error} reload={reload} placeholder={null}>
      {(subscriptions) =>
        subscriptions.length === 0 ? (
          none && <p class="soft">{none}</p>
        ) : (
          <section aria-label={texts.subscriptions(subscriptions.length)}>
            <p>
              {texts.subscriptions(subscriptions.length)} {outcome}
            </p>
            <SubscriptionList subscriptions={subscriptions} />
          </section>
        )
      }
    </Loaded>
  )
}

interface KeyFieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  tried: boolean
  /** The accounts, to choose among them. */
  reports: readonly Report[] | undefined
  /** The licence of the deployment: any other than pro leaves no choice. */
  licence: string
  /** The present expiry of the key, which may be past. */
  expiresBefore?: string
  /** Whether the key is new: then it is asked what it is for. */
  isNew?: boolean
}

/** The rights and the expiry of a key. */
function KeyFields({ draft, onChange, tried, reports, licence, expiresBefore = '', isNew = false }: KeyFieldsProps) {
  const texts = useTexts(keysTexts)
  const { name, expires } = draft
  const isWrongDay = expires !== expiresBefore && isPast(expires)
  return (
    <>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        error={tried && !name.trim() ? texts.nameMissing : undefined}
        value={name}
        maxLength={100}
        onValue={(value) => onChange({ name: value })}
      />
      {isNew && (
        <fieldset class="field">
          <legend>{texts.purpose}</legend>
          {PURPOSES.map((purpose) => (
            <label class="tick" key={purpose}>
              <input
                type="radio"
                name="purpose"
                checked={draft.purpose === purpose}
                onChange={() => onChange(choosePurpose(purpose))}
              />
              <span>
                {texts.purposes[purpose]} <span class="hint">{texts.purposeHints[purpose]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <GroupChoice groups={draft.groups} onGroups={(groups) => onChange(chooseGroups(draft, groups))} tried={tried} />
      <AccountChoiceFields
        reports={reports ?? []}
        choice={draft.accounts}
        onChoice={(accounts) => onChange({ accounts })}
        isOffered={(product) => opensProduct(draft, product)}
        label={texts.accounts}
        tried={tried}
      />
      <Checkbox
        label={texts.readOnly}
        hint={texts.readOnlyHint}
        checked={draft.readOnly}
        onChecked={(readOnly) => onChange({ readOnly })}
      />
      {!draft.readOnly && (
        <Checkbox
          label={texts.confirm}
          hint={texts.confirmHint}
          checked={draft.confirm}
          onChecked={(confirm) => onChange({ confirm })}
        />
      )}
      {makesPayments(draft) && <LimitFields draft={draft} onChange={onChange} tried={tried} />}
      <Field
        label={texts.expires}
        hint={texts.expiresHint}
        type="date"
        min={today()}
        error={tried && isWrongDay ? texts.expiresPast : undefined}
        value={expires}
        onValue={(value) => onChange({ expires: value })}
      />
      {(licence === 'pro' || draft.licence !== licence) && (
        <details>
          <summary>{texts.others}</summary>
          <div class="stack">
            <Select
              label={texts.licence}
              value={draft.licence}
              options={Object.entries(texts.licences)}
              onValue={(value) => onChange({ licence: value })}
            />
          </div>
        </details>
      )}
    </>
  )
}

interface KeyDialogProps {
  /** The licence of the deployment. */
  licence: string
  onClose: () => void
}

interface MakeKeyProps extends KeyDialogProps {
  onMade: (record: KeyRecord) => void
  /** The first request with the key was noticed. */
  onUsed: () => void
}

/** Creates a key, and shows it. */
export function MakeKeyDialog({ licence, onMade, onUsed, onClose }: MakeKeyProps) {
  const texts = useTexts(keysTexts)
  const [first] = useState(() => newDraft(licence))
  const [draft, setDraft] = useState<Draft>(first)
  const reports = useKnownAccounts()
  const [made, setMade] = useState<{ key: string; record: KeyRecord }>()
  if (made) {
    const { key, record } = made
    const { purpose } = draft
    return (
      <NewKeyDialog
        name={record.name}
        value={key}
        record={record}
        purpose={purpose}
        onUsed={onUsed}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={texts.make}
      action={texts.make}
      isChanged={draft !== first}
      isReady={reports !== undefined}
      late={ACCOUNT_CHOICE}
      onClose={onClose}
      submit={() => {
        const key = toNewKey(draft)
        return (
          key &&
          call('admin_make_key', { body: key }).then((answer) => {
            onMade(answer.record)
            setMade(answer)
          })
        )
      }}
    >
      {({ tried }) => (
        <KeyFields
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          tried={tried}
          reports={reports}
          licence={licence}
          isNew
        />
      )}
    </FormDialog>
  )
}

interface EditProps extends KeyDialogProps {
  record: KeyRecord
  onChanged: (record: KeyRecord) => void
}

/** Changes a key. The key itself stays the same. */
export function EditKeyDialog({ record, licence, onChanged, onClose }: EditProps) {
  const common = useTexts(commonTexts)
  const texts = useTexts(keysTexts)
  const reports = useKnownAccounts()
  const [first] = useState(() => toDraft(record))
  const [draft, setDraft] = useState<Draft>(first)
  return (
    <FormDialog
      title={texts.editTitle(record.name)}
      action={common.save}
      isChanged={draft !== first}
      isReady={reports !== undefined}
      late={ACCOUNT_CHOICE}
      onClose={onClose}
      submit={() => {
        const change = toKeyChange(draft, record)
        return (
          change &&
          call('admin_change_key', { path: { id: record.id }, body: change })
            .then(({ record }) => record)
            .then((changed) => {
              onChanged(changed)
              onClose()
            })
        )
      }}
    >
      {({ tried }) => (
        <>
          <KeyFields
            draft={draft}
            onChange={(part) => setDraft({ ...draft, ...part })}
            tried={tried}
            reports={reports}
            licence={licence}
            expiresBefore={first.expires}
          />
          <p class="hint">{texts.editHint}</p>
        </>
      )}
    </FormDialog>
  )
}

interface NewKeyDialogProps {
  name: string
  value: string
  /** A key that no program has yet. */
  record?: KeyRecord
  /** What the new key is for, if somebody said it. */
  purpose?: Purpose | undefined
  onUsed?: () => void
  children?: ComponentChildren
  onClose: () => void
}

/** A new key, shown only once. It asks before it closes while nobody has copied the key. */
export function NewKeyDialog({ name, value, record, purpose, onUsed, children, onClose }: NewKeyDialogProps) {
  const texts = useTexts(keysTexts)
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <Modal
      title={texts.newKey(name)}
      onClose={onClose}
      confirmClose={isCopied ? undefined : texts.notCopied}
      wide={record !== undefined}
    >
      <div ref={shown} tabIndex={-1} class="stack">
        <Notice tone="warn">
          <p>{texts.shownOnce}</p>
        </Notice>
        <CopyField label={texts.newKey(name)} value={value} onCopied={() => setCopied(true)} />
        {children}
        {record && (
          <FirstCall record={record} value={value} purpose={purpose} onTaken={() => setCopied(true)} onUsed={onUsed} />
        )}
        <div class="actions end">
          <CloseButton />
        </div>
      </div>
    </Modal>
  )
}
