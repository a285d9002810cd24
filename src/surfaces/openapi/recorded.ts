import type { Area } from '../../base/groups.ts'
import type { Operation } from '../../gateway/operation.ts'
import admin from '../examples/admin.json' with { type: 'json' }
import events from '../examples/events.json' with { type: 'json' }
import gateway from '../examples/gateway.json' with { type: 'json' }
import notes from '../examples/notes.json' with { type: 'json' }
import payment from '../examples/payment.json' with { type: 'json' }
import recorder from '../examples/recorder.json' with { type: 'json' }
import shop from '../examples/shop.json' with { type: 'json' }
import social from '../examples/social.json' with { type: 'json' }
import video from '../examples/video.json' with { type: 'json' }
import workspace from '../examples/workspace.json' with { type: 'json' }

/** Responses of the simulated products, by operation id. test/slow/workerd/surfaces/openapi/recorded.test.ts records them. */
const RECORDED: Record<Area, Readonly<Record<string, unknown>>> = {
  recorder,
  notes,
  workspace,
  shop,
  payment,
  video,
  social,
  events,
  gateway,
  admin,
}

/** A shortened response of the operation. Undefined for one without a body, and for one that is not recorded yet. */
export const recordedAnswer = ({ id, group }: Operation): unknown => RECORDED[group][id]
