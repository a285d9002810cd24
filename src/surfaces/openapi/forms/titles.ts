import type { Area } from '../../../base/groups.ts'

export type Group = Exclude<Area, 'admin'>

/** The product of a group, as its users call it. */
export const PRODUCTS: Readonly<Record<Group, string>> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  shop: 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube',
  social: 'Threads',
  events: 'Latchkey Event',
  gateway: 'Latchkey',
}
