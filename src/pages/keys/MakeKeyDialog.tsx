import { useState } from 'preact/hooks'
import { makeKey } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useTask } from '../ui/task.ts'
import { type Draft, EMPTY, isPast, makesPayments, opensPayment, opensWorkspace, toNewKey } from './draft.ts'
import { GroupChoice } from './GroupChoice.tsx'
import { LimitFields } from './LimitFields.tsx'
import { NewKeyShown } from './NewKeyShown.tsx'

interface Props {
  onMade: (record: KeyRecord) => void
  onClose: () => void
}

export function MakeKeyDialog({ onMade, onClose }: Props) {
  const { common, keys: texts } = useTexts()
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<{ key: string; record: KeyRecord }>()
  const { busy, error, run } = useTask()
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = (event: Event) => {
    event.preventDefault()
    setTried(true)
    const key = toNewKey(draft)
    if (!key) return
    run(async () => {
      const answer = await makeKey(key)
      onMade(answer.record)
      setMade(answer)
    })
  }
  return (
    <Modal title={made ? texts.newKey(made.record.name) : texts.make} onClose={onClose}>
      {made ? (
        <NewKeyShown name={made.record.name} value={made.key} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Field
            label={texts.name}
            hint={texts.nameHint}
            error={tried && !draft.name.trim() ? texts.nameMissing : undefined}
            value={draft.name}
            maxLength={100}
            onValue={(name) => change({ name })}
          />
          <div class="field">
            <label for="licence">{texts.licence}</label>
            <select
              id="licence"
              value={draft.licence}
              onChange={(event) => change({ licence: event.currentTarget.value })}
            >
              {Object.entries(texts.licences).map(([licence, words]) => (
                <option value={licence} key={licence}>
                  {words}
                </option>
              ))}
            </select>
          </div>
          <GroupChoice groups={draft.groups} onGroups={(groups) => change({ groups })} tried={tried} />
          <label class="tick">
            <input
              type="checkbox"
              checked={draft.readOnly}
              onChange={(event) => change({ readOnly: event.currentTarget.checked })}
            />
            <span>
              {texts.readOnly} <span class="soft">{texts.readOnlyHint}</span>
            </span>
          </label>
          {!draft.readOnly && (
            <label class="tick">
              <input
                type="checkbox"
                checked={draft.confirm}
                onChange={(event) => change({ confirm: event.currentTarget.checked })}
              />
              <span>
                {texts.confirm} <span class="soft">{texts.confirmHint}</span>
              </span>
            </label>
          )}
          {opensPayment(draft) && (
            <label class="tick">
              <input
                type="checkbox"
                checked={draft.storedPayment}
                onChange={(event) => change({ storedPayment: event.currentTarget.checked })}
              />
              <span>
                {texts.storedPayment} <span class="soft">{texts.storedPaymentHint}</span>
              </span>
            </label>
          )}
          {makesPayments(draft) && <LimitFields draft={draft} onChange={change} tried={tried} />}
          {opensWorkspace(draft) && (
            <Field
              label={texts.workspaceToken}
              hint={texts.workspaceTokenHint}
              secret
              value={draft.workspaceToken}
              onValue={(workspaceToken) => change({ workspaceToken })}
            />
          )}
          <Field
            label={texts.expires}
            hint={texts.expiresHint}
            type="date"
            error={tried && isPast(draft.expires) ? texts.expiresPast : undefined}
            value={draft.expires}
            onValue={(expires) => change({ expires })}
          />
          <div role="alert">
            <Failure error={error} />
          </div>
          <div class="actions end">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" look="primary" busy={busy}>
              {texts.make}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
