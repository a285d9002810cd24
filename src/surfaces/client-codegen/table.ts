import type { Area } from '../../base/groups.ts'
import type { Registered } from '../registered.ts'
import { getRoot, toMethodName } from './names.ts'
import { describePages } from './paging.ts'

/**
 * The table that the typed client uses at run time, by group, in the format of src/client/operation.ts. The gateway's
 * own operations are under ``.
 */
export function toTable(operations: readonly Registered[]): Record<string, unknown> {
  const groups = Map.groupBy(operations, ({ operation }) => operation.group)
  return Object.fromEntries([...groups].map(([group, members]) => [getName(group), toGroup(members)]))
}

const getName = (group: Area) => (group === 'gateway' ? '' : group)

function toGroup(members: readonly Registered[]) {
  const headers = members.flatMap(({ operation }) => Object.keys(operation.input().header?.shape ?? {}))
  const roots = members.flatMap((registered) => {
    const { name, root } = getRoot(registered) ?? {}
    return name && root ? [[name, root]] : []
  })
  return {
    headers: [...new Set(headers.map((header) => header.toLowerCase()))],
    roots: Object.fromEntries(roots),
    operations: Object.fromEntries(
      members.map((registered) => [toMethodName(registered.operation.id), entry(registered)]),
    ),
  }
}

function entry({ method, path, operation }: Registered) {
  const { query, json, header } = operation.input()
  const pages = describePages(operation)
  return {
    method,
    path,
    ...(json && { body: Object.keys(query?.shape ?? {}) }),
    ...(pages && { pages }),
    ...(header?.shape['Idempotency-Key'] && { once: true }),
  }
}
