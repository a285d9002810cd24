import type { Area } from '../base/groups.ts'
import { methodNameOf, rootOf } from './client.names.ts'
import { pagesOf } from './client.paging.ts'
import type { Registered } from './registered.ts'

/**
 * What the typed client knows of these operations at run time, by group, as src/client/operation.ts says it; those of the
 * gateway itself stand under ``.
 */
export function tableOf(operations: readonly Registered[]): Record<string, unknown> {
  const groups = Map.groupBy(operations, ({ operation }) => operation.group)
  return Object.fromEntries([...groups].map(([group, members]) => [nameOf(group), groupOf(members)]))
}

const nameOf = (group: Area) => (group === 'gateway' ? '' : group)

function groupOf(members: readonly Registered[]) {
  const headers = members.flatMap(({ operation }) => Object.keys(operation.input().header?.shape ?? {}))
  const roots = members.flatMap((registered) => {
    const { name, root } = rootOf(registered) ?? {}
    return name && root ? [[name, root]] : []
  })
  return {
    headers: [...new Set(headers.map((header) => header.toLowerCase()))],
    roots: Object.fromEntries(roots),
    operations: Object.fromEntries(
      members.map((registered) => [methodNameOf(registered.operation.id), entry(registered)]),
    ),
  }
}

function entry({ method, path, operation }: Registered) {
  const { query, json, header } = operation.input()
  const pages = pagesOf(operation)
  return {
    method,
    path,
    ...(json && { body: Object.keys(query?.shape ?? {}) }),
    ...(pages && { pages }),
    ...(header?.shape['Idempotency-Key'] && { once: true }),
  }
}
