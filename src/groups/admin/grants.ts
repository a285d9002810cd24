import { Hono } from 'hono'
import type { AppEnv } from '../../gateway/state.ts'
import * as handlers from './grants.handlers.ts'
import { askInput, changeInput, idInput, makeInput } from './grants.schemas.ts'
import { read, write } from './group.ts'

const MAX_BODY = 16 * 1024

/** Grants of MCP clients that connect without a key: consent, list, change and revoke. */
export const grantRoutes = new Hono<AppEnv>()
  .post(
    '/admin/grants/ask',
    read(
      'admin_read_grant_request',
      {
        summary: 'Get the client that requests access',
        description: 'It needs no sign-in, so that one sees who asks before one types the admin key.',
        ko: '프로그램의 접근 요청 확인',
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
        summary: 'Grant a client access',
        description:
          'It is valid only for /mcp, with the licence of the deployment, and expires after 90 days. Earlier grants of the same client stay.',
        ko: '프로그램에 접근 허용',
        status: 201,
        maxBody: MAX_BODY,
        input: makeInput,
      },
      (c) => handlers.make(c, c.req.valid('json')),
    ),
  )
  .get(
    '/admin/grants',
    read(
      'admin_list_grants',
      {
        summary: 'List connected clients',
        description: 'Those whose access ended by itself in the last 30 days are listed with the reason.',
        ko: '연결된 프로그램 목록',
      },
      (c) => handlers.list(c),
    ),
  )
  .patch(
    '/admin/grants/:id',
    write(
      'admin_change_grant',
      {
        summary: 'Change the limits of a client, and whether it asks first',
        description:
          'What is not named stays. The change holds everywhere within a minute. What else a client may do changes by connecting it again.',
        ko: '프로그램의 한도와 먼저 물어보기 변경',
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
        summary: 'Revoke the access of a client',
        description: 'Its tokens are refused everywhere within a minute. A grant that has ended is taken off the list.',
        ko: '프로그램의 접근 취소',
        idempotent: true,
        input: idInput,
        status: 204,
      },
      (c) => handlers.revoke(c, c.req.valid('param').id),
    ),
  )
