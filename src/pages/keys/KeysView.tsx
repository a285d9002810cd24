import { useState } from 'preact/hooks'
import { changeKey, fetchKeys } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { GrantsSection } from '../grants/GrantsSection.tsx'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { KeyTable } from './KeyTable.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { MakeKeyDialog } from './MakeKeyDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { RollDialog } from './RollDialog.tsx'

type Open = { what: 'make' } | { what: 'limits' | 'roll' | 'revoke'; record: KeyRecord }

export function KeysView() {
  const { keys: texts, views } = useTexts()
  const { value: records, error, reload, setValue } = useLoaded(fetchKeys)
  const [open, setOpen] = useState<Open>()
  const [said, setSaid] = useState('')
  const close = () => setOpen(undefined)
  const put = (...changed: KeyRecord[]) =>
    setValue((last) =>
      [...changed, ...(last ?? []).filter((other) => changed.every(({ id }) => id !== other.id))].sort((a, b) =>
        b.created_at.localeCompare(a.created_at),
      ),
    )
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.keys}</h1>
        <Button look="primary" onClick={() => setOpen({ what: 'make' })}>
          {texts.make}
        </Button>
      </div>
      <p class="lead">{texts.lead}</p>
      <p role="status" class="said">
        {said}
      </p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!records && error === undefined && <Loading />}
      {records?.length === 0 && <p class="empty card">{texts.empty}</p>}
      {records && records.length > 0 && (
        <KeyTable
          records={records}
          onChanged={(record, said) => {
            put(record)
            setSaid(said)
          }}
          onLimits={(record) => setOpen({ what: 'limits', record })}
          onRoll={(record) => setOpen({ what: 'roll', record })}
          onRevoke={(record) => setOpen({ what: 'revoke', record })}
        />
      )}
      <GrantsSection />
      {open?.what === 'make' && <MakeKeyDialog onMade={put} onClose={close} />}
      {open?.what === 'limits' && (
        <LimitsDialog
          name={open.record.name}
          limits={open.record.limits}
          hint={texts.limitsHint}
          onClose={close}
          onSave={async (limits) => {
            put(await changeKey(open.record.id, { limits }))
            setSaid(texts.limitsSaved(open.record.name))
            close()
          }}
        />
      )}
      {open?.what === 'roll' && <RollDialog record={open.record} onRolled={put} onClose={close} />}
      {open?.what === 'revoke' && (
        <RevokeDialog
          record={open.record}
          onClose={close}
          onRevoked={() => {
            setValue((last) => last?.filter(({ id }) => id !== open.record.id))
            setSaid(texts.revoked(open.record.name))
          }}
        />
      )}
    </>
  )
}
