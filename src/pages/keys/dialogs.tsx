import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { changeKey, fetchEvents, makeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { SubscriptionList } from '../events/SubscriptionList.tsx'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field, Select, Tick } from '../ui/fields.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { later } from '../ui/later.tsx'
import { Notice } from '../ui/layout.tsx'
import { Done, Modal } from '../ui/Modal.tsx'
import { Button, CopyField } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import {
  addsPayment,
  type Draft,
  isPast,
  isWorkspaceToken,
  makesPayments,
  newDraft,
  opensPayment,
  opensWorkspace,
  toDraft,
  today,
  toKeyChange,
  toNewKey,
} from './draft.ts'
import { GroupChoice, LimitFields } from './LimitsForm.tsx'

const FirstCall = later(async () => (await import('./FirstCall.tsx')).FirstCall, { sections: ['programs'] })

interface KeySubscriptionsProps {
  record: KeyRecord
  /** What happens to them. */
  outcome?: string
  /** What is shown without any. */
  none?: string
}

/** What a key has set up: its subscriptions. */
export function KeySubscriptions({ record: { lineage }, outcome = '', none }: KeySubscriptionsProps) {
  const { keys: texts } = useTexts()
  const { value, error, reload } = useLoaded(fetchEvents)
  const own = value?.subscriptions.filter(({ key_id }) => key_id === lineage) ?? []
  return (
    <>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {value && own.length === 0 && none && <p class="soft">{none}</p>}
      {own.length > 0 && (
        <section aria-label={texts.subscriptions(own.length)}>
          <p>
            {texts.subscriptions(own.length)} {outcome}
          </p>
          <SubscriptionList subscriptions={own} />
        </section>
      )}
    </>
  )
}

interface KeyFieldsProps {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  tried: boolean
  /** The licence of the deployment: any other than pro leaves no choice. */
  licence: string
  /** Whether the key has a workspace token already, which is never shown. */
  hasWorkspaceToken?: boolean
  /** The present expiry of the key, which may be past. */
  expiresBefore?: string
}

/** What a key may do, and until when. */
function KeyFields({ draft, onChange, tried, licence, hasWorkspaceToken = false, expiresBefore = '' }: KeyFieldsProps) {
  const { keys: texts } = useTexts()
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
      <GroupChoice
        groups={draft.groups}
        onGroups={(groups) => onChange({ groups, confirm: draft.confirm || addsPayment(draft.groups, groups) })}
        tried={tried}
      />
      <Tick
        label={texts.readOnly}
        hint={texts.readOnlyHint}
        checked={draft.readOnly}
        onChecked={(readOnly) => onChange({ readOnly })}
      />
      {!draft.readOnly && (
        <Tick
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
      <details>
        <summary>{texts.others}</summary>
        <div class="stack">
          {(licence === 'pro' || draft.licence !== licence) && (
            <Select
              label={texts.licence}
              value={draft.licence}
              options={Object.entries(texts.licences)}
              onValue={(value) => onChange({ licence: value })}
            />
          )}
          {opensPayment(draft) && (
            <Tick
              label={texts.storedPayment}
              hint={texts.storedPaymentHint}
              checked={draft.storedPayment}
              onChecked={(storedPayment) => onChange({ storedPayment, confirm: storedPayment || draft.confirm })}
            />
          )}
          {opensWorkspace(draft) && (
            <Field
              label={texts.workspaceToken}
              hint={hasWorkspaceToken ? texts.workspaceTokenStays : texts.workspaceTokenHint}
              secret
              error={tried && !isWorkspaceToken(draft.workspaceToken) ? texts.workspaceTokenWrong : undefined}
              value={draft.workspaceToken}
              onValue={(workspaceToken) => onChange({ workspaceToken })}
            />
          )}
        </div>
      </details>
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
  const { keys: texts } = useTexts()
  const [first] = useState(() => newDraft(licence))
  const [draft, setDraft] = useState<Draft>(first)
  const [made, setMade] = useState<{ key: string; record: KeyRecord }>()
  if (made) {
    const { key, record } = made
    return <NewKeyDialog name={record.name} value={key} record={record} onUsed={onUsed} onClose={onClose} />
  }
  return (
    <Form
      title={texts.make}
      action={texts.make}
      isChanged={draft !== first}
      onClose={onClose}
      getWork={() => {
        const key = toNewKey(draft)
        return (
          key &&
          (async () => {
            const answer = await makeKey(key)
            onMade(answer.record)
            setMade(answer)
          })
        )
      }}
    >
      {(tried) => (
        <KeyFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} tried={tried} licence={licence} />
      )}
    </Form>
  )
}

interface EditProps extends KeyDialogProps {
  record: KeyRecord
  onChanged: (record: KeyRecord) => void
}

/** Changes a key. The key itself stays the same. */
export function EditKeyDialog({ record, licence, onChanged, onClose }: EditProps) {
  const { common, keys: texts } = useTexts()
  const [first] = useState(() => toDraft(record))
  const [draft, setDraft] = useState<Draft>(first)
  return (
    <Form
      title={texts.editTitle(record.name)}
      action={common.save}
      isChanged={draft !== first}
      onClose={onClose}
      getWork={() => {
        const change = toKeyChange(draft, record)
        return (
          change &&
          (async () => {
            onChanged(await changeKey(record.id, change))
            onClose()
          })
        )
      }}
    >
      {(tried) => (
        <>
          <KeyFields
            draft={draft}
            onChange={(part) => setDraft({ ...draft, ...part })}
            tried={tried}
            licence={licence}
            hasWorkspaceToken={record.has_workspace_token}
            expiresBefore={first.expires}
          />
          <p class="hint">{texts.editHint}</p>
        </>
      )}
    </Form>
  )
}

interface FormProps {
  title: string
  /** The label of the button. */
  action: string
  isChanged: boolean
  /** Undefined while something is missing or invalid. */
  getWork: () => (() => Promise<void>) | undefined
  onClose: () => void
  /** @param tried whether somebody has tried to send it */
  children: (tried: boolean) => ComponentChildren
}

function Form({ title, action, isChanged, getWork, onClose, children }: FormProps) {
  const { common } = useTexts()
  const { form, tried, noteTry } = useFirstFault()
  const { busy, error, run } = useTask()
  const submit = (event: Event) => {
    event.preventDefault()
    noteTry()
    const work = getWork()
    if (work) run(work)
  }
  return (
    <Modal title={title} onClose={onClose} asks={isChanged ? common.unsaved : undefined}>
      <form ref={form} onSubmit={submit} noValidate>
        {children(tried)}
        <div role="alert">
          <Failure error={error} />
        </div>
        <div class="actions end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface NewKeyDialogProps {
  name: string
  value: string
  /** A key that no program has yet. */
  record?: KeyRecord
  onUsed?: () => void
  children?: ComponentChildren
  onClose: () => void
}

/** A new key, shown only once. It asks before it closes while nobody has copied the key. */
export function NewKeyDialog({ name, value, record, onUsed, children, onClose }: NewKeyDialogProps) {
  const { keys: texts } = useTexts()
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <Modal
      title={texts.newKey(name)}
      onClose={onClose}
      asks={isCopied ? undefined : texts.notCopied}
      wide={record !== undefined}
    >
      <div ref={shown} tabIndex={-1} class="stack">
        <Notice tone="warn">
          <p>{texts.shownOnce}</p>
        </Notice>
        <CopyField label={texts.newKey(name)} value={value} onCopied={() => setCopied(true)} />
        {children}
        {record && <FirstCall record={record} value={value} onTaken={() => setCopied(true)} onUsed={onUsed} />}
        <div class="actions end">
          <Done />
        </div>
      </div>
    </Modal>
  )
}
