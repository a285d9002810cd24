import type { Registered } from '../registered.ts'

/** The names of operations and their types in the typed client, derived from ids and paths. */

/** `RecorderListFiles` for `recorder_list_files`: the prefix of its types' names. */
export const toTypeName = (id: string): string => id.split('_').map(capital).join('')

/** `listFiles` for `recorder_list_files`: its name within its group. */
export const toMethodName = (id: string): string => {
  const [, first = '', ...words] = id.split('_')
  return first + words.map(capital).join('')
}

/**
 * The name of the calls by path for an operation, and its path below: `recorder` and `/files` for
 * `/api/v1/recorder/files`, `workspaceV2` for paths below `/api/v2/workspace`. Undefined for an operation outside of
 * the groups.
 */
export function getRoot({ path, operation }: Registered): { name: string; root: string; below: string } | undefined {
  const [, , version = '', group, ...rest] = path.split('/')
  if (group !== operation.group || rest.length === 0) return undefined
  const name = version === 'v1' ? group : group + version.toUpperCase()
  return { name, root: `/api/${version}/${group}`, below: `/${rest.join('/')}` }
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const toImport = (names: string, file: string): string => `import type { ${names} } from '${file}'\n`
