import { useState } from 'preact/hooks'
import { call } from './api/session.ts'
import { commonTexts } from './text/common.ts'
import { dataKeyTexts } from './text/data-key.ts'
import { useTexts } from './text/language.tsx'
import { Failure } from './ui/Failure.tsx'
import { Field } from './ui/fields.tsx'
import { Modal } from './ui/Modal.tsx'
import { Button, CopyField } from './ui/shared.tsx'
import { useTask } from './ui/task.ts'

interface Props {
  code: string
  /** Called when the deployment has empty data. */
  onStarted?: (() => void) | undefined
}

/** The action that a warning on the overview offers. */
export const WarningAction = ({ code, onStarted }: Props) =>
  code === 'wrong_credentials_key' ? <EmptyData onStarted={onStarted} /> : <RestoreKeys />

/** Lets an owner with a wrong CREDENTIALS_KEY set the right one, or start with empty data. */
function EmptyData({ onStarted }: Pick<Props, 'onStarted'>) {
  const texts = useTexts(dataKeyTexts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <CopyField label={texts.wayBack} value="npx wrangler secret put CREDENTIALS_KEY" />
      <div class="actions">
        <Button onClick={() => setOpen(true)}>{texts.start}</Button>
      </div>
      {open && <EmptyDataDialog onStarted={onStarted} onClose={() => setOpen(false)} />}
    </>
  )
}

function EmptyDataDialog({ onStarted, onClose }: Pick<Props, 'onStarted'> & { onClose: () => void }) {
  const common = useTexts(commonTexts)
  const texts = useTexts(dataKeyTexts)
  const [typed, setTyped] = useState('')
  const { busy, error, run } = useTask()
  const start = async () => {
    await call('admin_make_data_key', { body: { confirm: 'start with empty data' } })
    onClose()
    onStarted?.()
  }
  return (
    <Modal title={texts.title} onClose={onClose} isBusy={busy}>
      <p>{texts.lead}</p>
      <p>{texts.former}</p>
      <Field label={texts.typeHost(location.host)} value={typed} onValue={setTyped} />
      <div role="alert">
        <Failure error={error} />
      </div>
      <div class="actions end">
        <Button disabled={busy} onClick={onClose}>
          {common.cancel}
        </Button>
        {typed.trim().toLowerCase() === location.host && (
          <Button variant="danger" busy={busy} onClick={() => run(start)}>
            {texts.start}
          </Button>
        )}
      </div>
    </Modal>
  )
}

/** Writes the copies of named keys that STORE has lost. */
function RestoreKeys() {
  const texts = useTexts(dataKeyTexts)
  const [restored, setRestored] = useState<number>()
  const { busy, error, run } = useTask()
  if (restored !== undefined) return <p role="status">{texts.restored(restored)}</p>
  return (
    <>
      <div class="actions">
        <Button busy={busy} onClick={() => run(async () => setRestored((await call('admin_restore_keys')).restored))}>
          {texts.restore}
        </Button>
      </div>
      <div role="alert">
        <Failure error={error} />
      </div>
    </>
  )
}
