import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { changeKey, makeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useFirstFault } from '../ui/first-fault.ts'
import { Modal } from '../ui/Modal.tsx'
import { useTask } from '../ui/task.ts'
import { type Draft, newDraft, toDraft, toKeyChange, toNewKey } from './draft.ts'
import { KeyFields } from './KeyFields.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'

interface Props {
  /** The licence of the deployment. */
  licence: string
  onClose: () => void
}

/** Creates a key, and shows it. */
export function MakeKeyDialog({ licence, onMade, onClose }: Props & { onMade: (record: KeyRecord) => void }) {
  const { keys: texts } = useTexts()
  const [first] = useState(() => newDraft(licence))
  const [draft, setDraft] = useState<Draft>(first)
  const [made, setMade] = useState<{ key: string; record: KeyRecord }>()
  if (made) return <NewKeyDialog name={made.record.name} value={made.key} onClose={onClose} />
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

interface EditProps extends Props {
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
