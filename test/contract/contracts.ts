import type { GroupContract } from './contract.ts'
import { notes } from './notes.rows.ts'
import { payment } from './payment.rows.ts'
import { recorder } from './recorder.rows.ts'
import { shop } from './shop.rows.ts'
import { social } from './social.rows.ts'
import { video } from './video.rows.ts'
import { workspace } from './workspace.rows.ts'

/** Every group that the router mounts. */
export const contracts: readonly GroupContract[] = [recorder, notes, workspace, shop, payment, video, social]
