import { fetchOperationNames } from '../api/activity.ts'
import { useLanguage } from '../text/language.tsx'
import { useLoaded } from '../ui/task.ts'

/** What each operation does, by its id. */
export type OperationNames = Readonly<Record<string, string>>

/** In the language of the page. Undefined until they are loaded, and empty if they cannot be. */
export function useOperationNames(): OperationNames | undefined {
  const { language } = useLanguage()
  return useLoaded(() => fetchOperationNames(language).catch((): OperationNames => ({})), [language]).value
}
