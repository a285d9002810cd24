import { useState } from 'preact/hooks'
import { isFirst } from '../api/accounts.ts'
import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { nameAccount } from '../text/account-name.ts'
import { dataTexts } from '../text/data.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Checkbox, Field } from '../ui/fields.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Modal } from '../ui/Modal.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Button } from '../ui/shared.tsx'
import { useLoaded, useTask } from '../ui/task.ts'
import { StoredData } from './StoredData.tsx'

interface Props {
  /** One account, or all of them. */
  reports: readonly Report[]
  onErased: (words: string) => void
  onClose: () => void
}

/** Downloads or erases the stored data of an account or of all accounts. */
export function DataDialog({ reports, onErased, onClose }: Props) {
  const { common, products } = useTexts(firstTexts)
  const texts = useTexts(dataTexts)
  const [only] = reports.length === 1 ? reports : []
  const { value, error, reload } = useLoaded(() =>
    Promise.all(
      reports.map(({ account }) => call('admin_export_data', { query: { account, ...(!only && { all: true }) } })),
    ),
  )
  const [understood, setUnderstood] = useState(false)
  const [typed, setTyped] = useState('')
  const isConfirmed = only ? understood : typed.trim().toLowerCase() === location.host
  const erasing = useTask()
  const download = () =>
    saveFile({
      name: `latchkey-${only?.account ?? 'all'}.json`,
      type: 'application/json',
      text: JSON.stringify(only ? value?.[0] : { accounts: value }, null, 2),
    })
  const erase = async () => {
    const erased = await call('admin_erase_data', { body: only ? { account: only.account } : { all: true } })
    const left = erased.accounts.filter(({ secret_remains }) => secret_remains)
    const words = only ? texts.erased(nameAccount(products, only.account)) : texts.erasedAll
    const names = left.map(({ account }) => nameAccount(products, account)).join(', ')
    onErased(names ? `${words} ${texts.secretRemains(names)}` : words)
    onClose()
  }
  return (
    <Modal
      title={only ? texts.title(nameAccount(products, only.account)) : texts.titleAll}
      onClose={onClose}
      isBusy={erasing.busy}
    >
      <p>{texts.lead}</p>
      <Loaded value={value} error={error} reload={reload}>
        {(parts) => (
          <>
            <StoredData parts={parts} />
            <p>
              {only ? texts.eraseLead : texts.eraseAllLead} {only && !isFirst(only.account) && texts.leavesList}
            </p>
            {only ? (
              <Checkbox label={texts.understood} checked={understood} onChecked={setUnderstood} />
            ) : (
              <Field label={texts.typeHost(location.host)} value={typed} onValue={setTyped} />
            )}
          </>
        )}
      </Loaded>
      <div role="alert">
        <Failure error={erasing.error} />
      </div>
      <div class="actions end">
        <Button disabled={erasing.busy} onClick={onClose}>
          {common.cancel}
        </Button>
        {value && <Button onClick={download}>{texts.download}</Button>}
        {isConfirmed && (
          <Button variant="danger" busy={erasing.busy} onClick={() => erasing.run(erase)}>
            {texts.erase}
          </Button>
        )}
      </div>
    </Modal>
  )
}
