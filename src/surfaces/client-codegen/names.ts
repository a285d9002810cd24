import type { Registered } from '../registered.ts'

/** The names that operations and their types have in the typed client; they follow from the ids and paths. */

/** `RecorderListFiles` for `recorder_list_files`: what the names of its types begin with. */
export const toTypeName = (id: string): string => id.split('_').map(capital).join('')

/** `listFiles` for `recorder_list_files`: its name in its group. */
export const toMethodName = (id: string): string => {
  const [, first = '', ...words] = id.split('_')
  return first + words.map(capital).join('')
}

/**
 * Where the calls by path stand that lead to an operation, and its path below: `recorder` and `/files` for
 * `/api/v1/recorder/files`, `workspaceV2` for what stands below `/api/v2/workspace`. Undefined for one outside of the groups.
 */
export function getRoot({ path, operation }: Registered): { name: string; root: string; below: string } | undefined {
  const [, , version = '', group, ...rest] = path.split('/')
  if (group !== operation.group || rest.length === 0) return undefined
  const name = version === 'v1' ? group : group + version.toUpperCase()
  return { name, root: `/api/${version}/${group}`, below: `/${rest.join('/')}` }
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const toImport = (names: string, file: string): string => `import type { ${names} } from '${file}'\n`
