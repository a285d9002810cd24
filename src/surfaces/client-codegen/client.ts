import { AREAS, type Area } from '../../base/groups.ts'
import { PURPOSES } from '../openapi/document.ts'
import type { Registered } from '../registered.ts'
import { toCommands } from './commands.ts'
import { formatCommentBlock, sentence } from './comment.ts'
import { groupText } from './group.ts'
import { capital, getRoot, toImport } from './names.ts'
import { toTable } from './table.ts'

const HEAD = '// Printed from the declarations of the operations by npm run generate.\n'

/**
 * The generated part of the typed client, by file name: a module of types for each group, the client as a whole, the
 * table of operations, and the operations of the command. The management app is not part of it (decisions.md section 11).
 */
export function clientFiles(operations: readonly Registered[]): ReadonlyMap<string, string> {
  const groups = AREAS.flatMap((group) => {
    const members = operations.filter(({ operation }) => operation.group === group && group !== 'admin')
    return members.length > 0 ? [{ group, members }] : []
  })
  return new Map([
    ...groups.map(({ group, members }): [string, string] => [`${group}.ts`, HEAD + groupText(group, members)]),
    ['table.ts', HEAD + tableText(groups.flatMap(({ members }) => members))],
    [
      'commands.ts',
      HEAD +
        commandsText(
          groups.flatMap(({ members }) => members),
          operations,
        ),
    ],
    ['index.ts', HEAD + indexText(groups)],
  ])
}

const tableText = (operations: readonly Registered[]) =>
  `${toImport('Group', '../operation.ts')}
export const GROUPS: Readonly<Record<string, Group>> = ${JSON.stringify(toTable(operations), null, 2)}
`

/** The operations of `latchkey keys`, which is the only part of the management app in the package. */
const OF_KEYS = ['admin_list_keys', 'admin_make_key', 'admin_change_key', 'admin_roll_key', 'admin_delete_key']

const commandsText = (members: readonly Registered[], all: readonly Registered[]) =>
  `${toImport('CommandOperation', '../command/operation.ts')}
export const OPERATIONS: readonly CommandOperation[] = ${JSON.stringify(toCommands(members), null, 1)}

export const KEY_OPERATIONS: readonly CommandOperation[] = ${JSON.stringify(toCommands(all.filter(({ operation }) => OF_KEYS.includes(operation.id))), null, 1)}
`

function indexText(groups: readonly { group: Area; members: readonly Registered[] }[]): string {
  const roots = groups.flatMap(({ group, members }) =>
    [...new Set(members.map((registered) => getRoot(registered)?.name))].flatMap((name) =>
      name ? [{ group, name }] : [],
    ),
  )
  const imported = roots.map(({ group, name }) => toImport(`${capital(name)}, ${capital(name)}Routes`, `./${group}.ts`))
  const members = roots.map(({ group, name }) => {
    const purpose =
      name === group ? PURPOSES[group] : `The routes of ${name.replace(group, '/api/').toLowerCase()}, by path`
    return `${formatCommentBlock([sentence(purpose)], '  ')}  readonly ${name}: ${capital(name)}\n`
  })
  return `${toImport('Gateway', './gateway.ts')}${imported.join('')}
${groups.map(({ group }) => `export type * from './${group}.ts'\n`).join('')}
/** The operations of a deployment, by group. */
export interface Client extends Gateway {
${members.join('')}}

/** The routes of each group, by method and path. */
export interface Routes {
${roots.map(({ name }) => `  ${name}: ${capital(name)}Routes\n`).join('')}}
`
}
