import { useLoaded, useTask } from '../ui/task.ts'

interface EntryPage<One> {
  entries: One[]
  next_cursor: string | null
  /** How many could not be recorded. */
  not_recorded: number
}

/** A list in pages that a person loads one by one. Changed inputs load it again. */
export function usePages<One>(fetchPage: (cursor?: string) => Promise<EntryPage<One>>, inputs: readonly unknown[]) {
  const { value, error, reload, setValue } = useLoaded(() => fetchPage(), inputs)
  const next = useTask()
  const cursor = value?.next_cursor
  const more = () =>
    next.run(async () => {
      if (!cursor) return
      const page = await fetchPage(cursor)
      // The inputs may have changed while loading. Then this page belongs to another list.
      setValue((last) => (last === value ? { ...page, entries: [...last.entries, ...page.entries] } : last))
    })
  return { value, error: error ?? next.error, reload, more: cursor ? more : undefined, busy: next.busy }
}
