import { useEffect, useState } from 'preact/hooks'
import { fetchFile } from '../api/call.ts'
import type { Actor, FailureFilter } from '../api/types.ts'
import type { ActivityTexts } from '../text/activity.ts'
import { useLanguage } from '../text/language.tsx'
import { useLoaded, useTask } from '../ui/task.ts'

const BEGINNING = '#activity/'

const toAddress = (...parts: readonly string[]) => BEGINNING + parts.map(encodeURIComponent).join('/')

/** The URLs of this page for one failed request, and for the requests of a key, a group or a further account. */
export const requestLink = (requestId: string): string => toAddress(requestId)
export const keyLink = (id: string): string => toAddress('key', id)
export const groupLink = (group: string): string => toAddress('group', group)
export const accountLink = (account: string): string => toAddress('account', account)

/** The filter in the URL, also after the URL changed. */
export function useSought(): FailureFilter {
  const [sought, setSought] = useState(readAddress)
  useEffect(() => {
    const follow = () => setSought(readAddress())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return sought
}

/** Every failed request of somebody with a key. */
export const NO_FILTER: FailureFilter = { requestId: '', key: '', account: '', group: '', status: '', reason: '' }

/** The fields of a filter that are not empty, as the gateway names them. */
export const toQuery = ({ requestId, ...filter }: FailureFilter) =>
  Object.fromEntries(Object.entries({ request_id: requestId, ...filter }).filter(([, value]) => value !== ''))

function readAddress(): FailureFilter {
  const none = NO_FILTER
  if (!location.hash.startsWith(BEGINNING)) return none
  try {
    const [first = '', second] = location.hash.slice(BEGINNING.length).split('/').map(decodeURIComponent)
    if (second === undefined) return { ...none, requestId: first }
    return first === 'key' || first === 'group' || first === 'account' ? { ...none, [first]: second } : none
  } catch {
    return none
  }
}

/** The summary of each operation, by its id. */
export type OperationNames = Readonly<Record<string, string>>

/** In the language of the page. Undefined until they are loaded, and empty if they cannot be. */
export function useOperationNames(): OperationNames | undefined {
  const { language } = useLanguage()
  return useLoaded(
    () => fetchFile<OperationNames>(`/operations/${language}.json`).catch((): OperationNames => ({})),
    [language],
  ).value
}

interface EntryPage<One> {
  entries: One[]
  next_cursor: string | null
  /** How many could not be recorded. */
  not_recorded: number
}

/** A list in pages that a person loads one by one. Changed inputs load it again. */
export function usePages<Page extends EntryPage<unknown>>(
  fetchPage: (cursor?: string) => Promise<Page>,
  inputs: readonly unknown[],
) {
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

/** The callers of these entries and of earlier ones that have a name, by their ids. */
export function useSeenActors(
  entries: readonly { actor: Actor }[],
  kinds: ActivityTexts['kinds'],
): ReadonlyMap<string, string> {
  const [actors, setActors] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const named = entries.flatMap(({ actor: { kind, id, name } }) =>
      id && name ? [[id, `${kinds[kind]}: ${name}`] as const] : [],
    )
    setActors((last) => new Map([...last, ...named]))
  }, [entries, kinds])
  return actors
}
