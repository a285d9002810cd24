import type { EntryPage } from '../api/activity-types.ts'
import { useLoaded, useTask } from '../ui/task.ts'

/** A list that comes in pages, of which a person asks for more. Other inputs begin it again. */
export function usePages<One>(fetchPage: (cursor?: string) => Promise<EntryPage<One>>, inputs: readonly unknown[]) {
  const { value, error, reload, setValue } = useLoaded(() => fetchPage(), inputs)
  const next = useTask()
  const cursor = value?.next_cursor
  const more = () =>
    next.run(async () => {
      if (!cursor) return
      const page = await fetchPage(cursor)
      // What was asked for may have changed meanwhile: then this page belongs to another list.
      setValue((last) => (last === value ? { ...page, entries: [...last.entries, ...page.entries] } : last))
    })
  return { value, error: error ?? next.error, reload, more: cursor ? more : undefined, busy: next.busy }
}
