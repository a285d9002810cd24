import type { Area } from '../../../base/groups.ts'
import type { ToolText } from '../../../gateway/docs.ts'
import { DOCS, getDocs } from '../../docs.ts'
import type { Registered } from '../../registered.ts'

/** Whether an operation is a tool. Operations of the management app are not, and a group can exclude operations. */
export const isTool = ({ operation }: Pick<Registered, 'operation'>): boolean =>
  operation.group !== 'admin' && getDocs(operation).tool !== null

/**
 * The texts of an operation's tool, merged with those of its group. Throws for an operation that is no tool. Arguments that
 * several tools of a group have are described in the tools of the default list, which every list contains: the others are
 * only listed together with them.
 */
export function getText(group: Area, id: Registered['operation']['id']): ToolText {
  const { tool } = getDocs({ group, id })
  if (group === 'admin' || !tool) throw new Error(`${id} is no tool`)
  const { account = null, accountHeader, isForeign, fields = {} } = DOCS[group]
  const shared = tool.isDefault ? fields : Object.fromEntries(Object.keys(fields).map((name) => [name, '']))
  return {
    account,
    ...(accountHeader && { accountHeader }),
    ...(isForeign && { isForeign }),
    ...tool,
    fields: { ...shared, ...tool.fields },
  }
}
