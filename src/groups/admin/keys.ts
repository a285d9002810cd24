import { Hono } from 'hono'
import { createKey, listKeys } from '../../gateway/auth/keys.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './group.ts'
import { checkEnd } from './keys.end.ts'
import { keysResponse, newKeyResponse } from './keys.responses.ts'
import { makeInput } from './keys.schemas.ts'

/** The named keys of the deployment. */
export const keyRoutes = new Hono<AppEnv>()
  .get(
    '/admin/keys',
    read(
      'admin_list_keys',
      {
        summary: 'List named keys',
        description: 'Their `id` is a part of the paths that change, roll and delete them.',
        ko: 'API 키 목록',
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        return { keys: await keysResponse(settings, platform, await listKeys(settings)) }
      },
    ),
  )
  .post(
    '/admin/keys',
    write(
      'admin_make_key',
      {
        summary: 'Create a named key',
        description: 'The key is shown this once. It may take a minute until it is known everywhere.',
        ko: 'API 키 만들기',
        status: 201,
        destructive: false,
        input: makeInput,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const { licence = settings.licence, ...fields } = c.req.valid('json')
        checkEnd(fields.expires_at, platform.now())
        const { key, record } = await createKey(settings, { ...fields, licence })
        c.get('state').target = record.id
        return { key, record: newKeyResponse(record) }
      },
    ),
  )
