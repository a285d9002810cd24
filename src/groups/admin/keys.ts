import { conflict } from '../../base/errors.ts'
import { deleteKey, listKeys, makeKey } from '../../gateway/auth/keys/named-keys.ts'
import { routeList } from '../../gateway/http/router.ts'
import { keepKeyToken } from '../../upstream/credentials/key-tokens.ts'
import * as answers from './answers.ts'
import { read, write } from './declare.ts'
import { checkEnd } from './keys.end.ts'
import { keysResponse, newKeyResponse } from './keys.responses.ts'
import { makeInput } from './keys.schemas.ts'

/** The keys of one page of a STORE listing. */
const MOST_KEYS = 1000

/** The named keys of the deployment (decisions.md section 11.6). */
export const keyRoutes = routeList()
  .get(
    '/admin/keys',
    read({ id: 'admin_list_keys', output: answers.keyList }, async (c) => {
      const { settings, platform } = c.get('state')
      const stored = await listKeys(settings)
      return {
        keys: await keysResponse(
          settings,
          platform,
          stored.map(({ record }) => record),
        ),
      }
    }),
  )
  .post(
    '/admin/keys',
    write(
      {
        id: 'admin_make_key',
        status: 201,
        destructive: false,
        input: makeInput,
        output: answers.newKey,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const { name, licence = settings.licence, groups, read_only, expires_at, limits, confirm } = c.req.valid('json')
        const { workspace_token, stored_payment } = c.req.valid('json')
        const now = platform.now()
        checkEnd(expires_at, now)
        if ((await listKeys(settings)).length >= MOST_KEYS)
          throw conflict(`there are ${MOST_KEYS} keys: delete one first`)
        const { key, record } = await makeKey(settings, {
          ...{ name, licence, created_at: new Date(now).toISOString() },
          ...(groups && { groups }),
          ...(read_only && { read_only }),
          ...(expires_at !== undefined && { expires_at }),
          ...(limits && { limits }),
          ...(confirm && { confirm }),
          ...(stored_payment && { stored_payment }),
          ...(workspace_token !== undefined && { has_workspace_token: true }),
        })
        if (workspace_token !== undefined) {
          // The caller gets an error and never sees the key.
          await keepKeyToken(settings, record.id, workspace_token).catch(async (error) => {
            await deleteKey(settings, record.id)
            throw error
          })
        }
        c.get('state').target = record.id
        return { key, record: newKeyResponse(record) }
      },
    ),
  )
