import type { Area } from '../../src/base/groups.ts'
import { admin } from './admin.rows.ts'
import type { GroupContract } from './contract.ts'
import { events } from './events.rows.ts'
import { gateway } from './gateway.rows.ts'
import { notes } from './notes.rows.ts'
import { payment } from './payment.rows.ts'
import { recorder, recorderMoved } from './recorder.rows.ts'
import { shop } from './shop.rows.ts'
import { social } from './social.rows.ts'
import { video } from './video.rows.ts'
import { workspace, workspaceAccount } from './workspace.rows.ts'

const byGroup: Readonly<Record<Area, GroupContract>> = {
  ...{ recorder, notes, workspace, shop, payment, video, social },
  events,
  gateway,
  admin,
}

/** What the suite knows about every group. */
export const contracts: readonly GroupContract[] = Object.values(byGroup)

/**
 * Other ways to call the same operations: the deployment stores what a request otherwise sends, or the product has
 * another generation.
 */
export const otherWays: readonly GroupContract[] = [workspaceAccount, recorderMoved]
