import type { Area } from '../../../base/groups.ts'
import type { ToolText } from '../../../gateway/docs.ts'
import { DOCS, getDocs } from '../../docs.ts'
import type { Registered } from '../../registered.ts'

/** Whether an operation is a tool. Operations of the management app are not, and a group can exclude operations. */
export const isTool = ({ operation }: Pick<Registered, 'operation'>): boolean =>
  operation.group !== 'admin' && getDocs(operation).tool !== null

/** The texts of an operation's tool, merged with those of its group. Throws for an operation that is no tool. */
export function getText(group: Area, id: Registered['operation']['id']): ToolText {
  const { tool } = getDocs({ group, id })
  if (group === 'admin' || !tool) throw new Error(`${id} is no tool`)
  const { account = null, accountHeader, isForeign, fields } = DOCS[group]
  return {
    account,
    ...(accountHeader && { accountHeader }),
    ...(isForeign && { isForeign }),
    ...tool,
    fields: { ...fields, ...tool.fields },
  }
}
