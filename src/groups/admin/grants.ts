import { routeList } from '../../gateway/router.ts'
import * as answers from './answers.ts'
import { read, write } from './declare.ts'
import { askInput, changeInput, idInput, makeInput } from './grants.schemas.ts'

const MAX_BODY = 16 * 1024

/** Loaded with the first request of its kind, as the OAuth package is. */
const handlers = () => import('./grants.answers.ts')

/** Grants of MCP clients that take no key: asked for, given, listed and revoked (decisions.md section 13). */
export const grantRoutes = routeList()
  .post(
    '/admin/grants/ask',
    read(
      {
        id: 'admin_read_grant_request',
        summary: 'Get the client that requests access',
        description: 'It needs no sign-in, so that one sees who asks before one types the admin key.',
        gate: 'open',
        maxBody: MAX_BODY,
        input: askInput,
        output: answers.grantRequest,
      },
      async (c) => (await handlers()).ask(c, c.req.valid('json').request),
    ),
  )
  .post(
    '/admin/grants',
    write(
      {
        id: 'admin_make_grant',
        summary: 'Grant a client access',
        description:
          'It is valid only for /mcp, with the licence of the deployment, and expires after 90 days. Earlier grants of the same client stay.',
        status: 201,
        maxBody: MAX_BODY,
        input: makeInput,
        output: answers.redirection,
      },
      async (c) => (await handlers()).make(c, c.req.valid('json')),
    ),
  )
  .get(
    '/admin/grants',
    read(
      {
        id: 'admin_list_grants',
        summary: 'List connected clients',
        description: 'Those whose access ended by itself in the last 30 days are listed with the reason.',
        output: answers.grantList,
      },
      async (c) => (await handlers()).list(c),
    ),
  )
  .patch(
    '/admin/grants/:id',
    write(
      {
        id: 'admin_change_grant',
        summary: 'Change the limits of a client',
        description: 'They hold everywhere within a minute. What else a client may do changes by connecting it again.',
        idempotent: true,
        input: changeInput,
        output: answers.changedGrant,
      },
      async (c) => (await handlers()).change(c, c.req.valid('param').id, c.req.valid('json').limits),
    ),
  )
  .delete(
    '/admin/grants/:id',
    write(
      {
        id: 'admin_revoke_grant',
        summary: 'Revoke the access of a client',
        description: 'Its tokens are refused everywhere within a minute. A grant that has ended is taken off the list.',
        idempotent: true,
        input: idInput,
      },
      async (c) => (await handlers()).revoke(c, c.req.valid('param').id),
    ),
  )
