import { useState } from 'preact/hooks'
import { fetchKeys } from '../api/admin.ts'
import type { KeyRecord } from '../api/types.ts'
import { GrantsSection } from '../grants/GrantsSection.tsx'
import { useTexts } from '../text/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useLoaded } from '../ui/task.ts'
import { MakeKeyDialog } from './KeyDialog.tsx'
import { KeyTable } from './KeyTable.tsx'

/** @param licence that of the deployment */
export function KeysView({ licence }: { licence: string }) {
  const { keys: texts, views } = useTexts()
  const { value: records, error, reload, setValue } = useLoaded(fetchKeys)
  const [isMaking, setMaking] = useState(false)
  const put = (...changed: KeyRecord[]) =>
    setValue((last) => [...changed, ...(last ?? []).filter((other) => changed.every(({ id }) => id !== other.id))])
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.keys}</h1>
        <Button look="primary" onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
      </div>
      <p class="lead">{texts.lead}</p>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!records && error === undefined && <Loading />}
      {records?.length === 0 && (
        <Empty picture="key">
          <p>{texts.empty}</p>
        </Empty>
      )}
      {records && records.length > 0 && <KeyTable records={records} licence={licence} onChanged={put} />}
      <GrantsSection />
      {isMaking && <MakeKeyDialog licence={licence} onMade={put} onClose={() => setMaking(false)} />}
    </>
  )
}
