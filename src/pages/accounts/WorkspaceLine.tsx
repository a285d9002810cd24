import { useRef } from 'preact/hooks'
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
  const last = useRef<AbortController>(undefined)
  if (!workspace && workspaces.length < 2) return null
  const known = workspaces.some(({ id }) => id === workspace)
  const all = known || !workspace ? workspaces : [{ id: workspace, name: null, open: false }, ...workspaces]
  const choose = (id: string) =>
    run(async () => {
      last.current = new AbortController()
      onReport(
        (
          await call(
            'admin_connect_account',
            { path: { account }, body: { workspace: id } },
            { signal: last.current.signal },
          )
        ).account,
      )
    })
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
        value={workspace ?? ''}
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
