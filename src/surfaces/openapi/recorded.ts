import admin from '../../../test/examples/admin.json' with { type: 'json' }
import events from '../../../test/examples/events.json' with { type: 'json' }
import gateway from '../../../test/examples/gateway.json' with { type: 'json' }
import notes from '../../../test/examples/notes.json' with { type: 'json' }
import payment from '../../../test/examples/payment.json' with { type: 'json' }
import recorder from '../../../test/examples/recorder.json' with { type: 'json' }
import shop from '../../../test/examples/shop.json' with { type: 'json' }
import social from '../../../test/examples/social.json' with { type: 'json' }
import video from '../../../test/examples/video.json' with { type: 'json' }
import workspace from '../../../test/examples/workspace.json' with { type: 'json' }
import type { Area } from '../../base/groups.ts'
import type { Operation } from '../../gateway/operation-type.ts'

/**
 * Responses of the simulated products, by operation id. test/slow/workerd/surfaces/openapi/recorded.test.ts records
 * them. Only what is generated has them, so they are no part of the Worker.
 */
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
