import { Hono } from 'hono'
import type { Settings } from '../../base/settings.ts'
import { clearCallerCache } from '../../gateway/auth/access.ts'
import { changeKey, deleteKey, rollKey, toCreatedResponse } from '../../gateway/auth/keys.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { write } from './group.ts'
import { checkEnd } from './keys.end.ts'
import { keysResponse, newKeyResponse } from './keys.responses.ts'
import { changeInput, idInput, rollInput } from './keys.schemas.ts'

const HOUR = 60 * 60 * 1000

/** Changes a key. Its cached caller is no longer used here, also if the change has not reached STORE or EVENTS yet. */
async function change<Value>(settings: Settings, id: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } finally {
    clearCallerCache(settings, id)
  }
}

/** Changes of a named key. They may take two minutes to be visible everywhere. */
export const keyChangeRoutes = new Hono<AppEnv>()
  .patch(
    '/admin/keys/:id',
    write(
      'admin_change_key',
      {
        summary: 'Update a named key',
        description: 'What is not named stays. Seen everywhere within two minutes. The id comes from admin_list_keys.',
        ko: 'API 키 변경',
        idempotent: true,
        input: changeInput,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const { id } = c.req.valid('param')
        const changed = c.req.valid('json')
        checkEnd(changed.expires_at, platform.now())
        const record = await change(settings, id, () => changeKey(settings, id, changed))
        const [response = newKeyResponse(record)] = await keysResponse(settings, platform, [record])
        return { record: response }
      },
    ),
  )
  .post(
    '/admin/keys/:id/roll',
    write(
      'admin_roll_key',
      {
        summary: 'Rotate a named key',
        description:
          'The new key has the name, licence, groups and end of the previous one, which ends after the overlap. It is shown this once. The id comes from admin_list_keys. 409: the key is disabled or has expired.',
        ko: 'API 키 재발급',
        status: 201,
        input: rollInput,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const { id } = c.req.valid('param')
        const { overlap_hours, keep_subscriptions: keepsSubscriptions = overlap_hours > 0 } = c.req.valid('json')
        const roll = { overlapMs: overlap_hours * HOUR, keepsSubscriptions }
        const { key, record, previous, subscriptions } = await change(settings, id, () => rollKey(settings, id, roll))
        const [response = newKeyResponse(previous)] = await keysResponse(settings, platform, [previous])
        return { key, record: newKeyResponse(record), previous: response, subscriptions }
      },
    ),
  )
  .delete(
    '/admin/keys/:id',
    write(
      'admin_delete_key',
      {
        summary: 'Delete a named key',
        description:
          'It is refused everywhere within two minutes. Its subscriptions to events are paused. The id comes from admin_list_keys.',
        ko: 'API 키 폐기',
        idempotent: true,
        input: idInput,
      },
      async (c) => {
        const { settings } = c.get('state')
        const { id } = c.req.valid('param')
        const { subscriptions, created } = await change(settings, id, () => deleteKey(settings, id))
        return { subscriptions, created: created.map(toCreatedResponse) }
      },
    ),
  )
