import { useRef, useState } from 'preact/hooks'
import { call } from '../api/session.ts'
import type { Report } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Select } from '../ui/fields.tsx'
import { useTask } from '../ui/task.ts'

interface Props {
  report: Report
  onReport: (report: Report) => void
}

/** Which workspace an account reads, with a choice where there are several. */
export function WorkspaceLine({ report: { account, workspace, workspaces }, onReport }: Props) {
  const { accounts } = useTexts(firstTexts)
  const { busy, error, run } = useTask()
  /** The choice that is not stored yet. */
  const [wanted, setWanted] = useState<string>()
  const latest = useRef('')
  if (!workspace && workspaces.length < 2) return null
  const known = workspaces.some(({ id }) => id === workspace)
  const all = known || !workspace ? workspaces : [{ id: workspace, name: null, open: false }, ...workspaces]
  const store = async () => {
    let sent: string
    do {
      sent = latest.current
      onReport((await call('admin_connect_account', { path: { account }, body: { workspace: sent } })).account)
      // Somebody has chosen another one in the meantime.
    } while (sent !== latest.current)
  }
  const choose = async (id: string) => {
    latest.current = id
    setWanted(id)
    if (busy) return
    await run(store)
    setWanted(undefined)
  }
  if (all.length < 2)
    return (
      <p class="soft">
        {accounts.workspace}: <bdi>{all[0]?.name ?? workspace}</bdi>
      </p>
    )
  return (
    <div class="workspace" aria-busy={busy}>
      <Select
        label={accounts.workspace}
        value={wanted ?? workspace ?? ''}
        options={[
          ...(workspace ? [] : [['', accounts.workspaceUnknown] as const]),
          ...all.map(({ id, name }) => [id, name ?? id] as const),
        ]}
        onValue={choose}
      />
      <div role="alert">
        <Failure error={error} />
      </div>
    </div>
  )
}
