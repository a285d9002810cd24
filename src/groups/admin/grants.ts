import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import { read, write } from './declare.ts'
import * as handlers from './grants.handlers.ts'
import { askInput, changeInput, idInput, makeInput } from './grants.schemas.ts'

const MAX_BODY = 16 * 1024

/** Grants of MCP clients that connect without a key: consent, list, change and revoke. */
export const grantRoutes = new Hono<AppEnv>()
  .post(
    '/admin/grants/ask',
    read(
      'admin_read_grant_request',
      {
        gate: 'open',
        maxBody: MAX_BODY,
        input: askInput,
      },
      (c) => handlers.ask(c, c.req.valid('json').request),
    ),
  )
  .post(
    '/admin/grants',
    write(
      'admin_make_grant',
      {
        status: 201,
        maxBody: MAX_BODY,
        input: makeInput,
      },
      (c) => handlers.make(c, c.req.valid('json')),
    ),
  )
  .get(
    '/admin/grants',
    read('admin_list_grants', {}, (c) => handlers.list(c)),
  )
  .patch(
    '/admin/grants/:id',
    write(
      'admin_change_grant',
      {
        idempotent: true,
        input: changeInput,
      },
      (c) => handlers.change(c, c.req.valid('param').id, c.req.valid('json')),
    ),
  )
  .delete(
    '/admin/grants/:id',
    write(
      'admin_revoke_grant',
      {
        idempotent: true,
        input: idInput,
        status: 204,
      },
      (c) => handlers.revoke(c, c.req.valid('param').id),
    ),
  )
