import type { Area } from '../base/groups.ts'
import type { GroupTools, ToolText } from '../gateway/tool-marks.ts'
import { eventsTools } from '../groups/events/tools.ts'
import { gatewayTools } from '../groups/gateway/tools.ts'
import { notesTools } from '../groups/notes/tools.ts'
import { paymentTools } from '../groups/payment/tools.ts'
import { recorderTools } from '../groups/recorder/tools.ts'
import { shopTools } from '../groups/shop/tools.ts'
import { socialTools } from '../groups/social/tools.ts'
import { videoTools } from '../groups/video/tools.ts'
import { workspaceTools } from '../groups/workspace/tools.ts'
import type { Registered } from './registered.ts'

/** The words of every tool, by group. Printing alone reads them (printing.ts): they are no part of the Worker. */
export const TOOLS: Partial<Readonly<Record<Area, GroupTools>>> = {
  recorder: recorderTools,
  notes: notesTools,
  workspace: workspaceTools,
  shop: shopTools,
  payment: paymentTools,
  video: videoTools,
  social: socialTools,
  events: eventsTools,
  gateway: gatewayTools,
}

/** Whether an operation is a tool: no agent gets at the management app, nor at what its group withholds. */
export const isTool = ({ operation: { group, id } }: Pick<Registered, 'operation'>): boolean =>
  group !== 'admin' && !TOOLS[group]?.withheld?.includes(id)

/** The words of an operation's tool, with what its group says of all. Throws for one without, which is a fault of ours. */
export function getText(group: Area, id: string): ToolText {
  const own = TOOLS[group]?.tools[id]
  if (!own) throw new Error(`${id} has no words as a tool: src/groups/${group}/tools.ts`)
  const { account = null, accountHeader, fields } = TOOLS[group] ?? {}
  return { account, ...(accountHeader && { accountHeader }), ...own, fields: { ...fields, ...own.fields } }
}
