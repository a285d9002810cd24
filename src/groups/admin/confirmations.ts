import { Hono } from 'hono'
import * as z from 'zod/mini'
import { notFound } from '../../base/errors.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import { readDetails } from '../../gateway/auth/confirmation.ts'
import { readServiceName } from '../../gateway/owner-settings.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { read, write } from './group.ts'

const idInput = () => ({
  param: z.object({
    id: z
      .string()
      .check(z.regex(/^[\w-]{43}$/, 'must be the id of a confirmation'))
      .check(
        z.meta({
          description: 'What follows # in the address that the refused call named',
          examples: ['0123456789abcdefghijABCDEFGHIJ0123456789abc'],
        }),
      ),
  }),
})

const NONE = 'there is no such call to agree to: it is older than 10 minutes'

/** Throws 404. */
async function response(state: RequestState, id: string) {
  const found = await callObject(state.settings, ACCESS, (access) => access.confirmations.find(id))
  // Confirmations of MCP clients that ask their own user have no details.
  if (!found?.details) throw notFound(NONE)
  return {
    ...(await readDetails(state, id, found.details)),
    state: found.state,
    service_name: await readServiceName(state),
    expires_at: new Date(found.expiresAt).toISOString(),
  }
}

/** The owner's agreement to calls of keys and grants with `confirm`. */
export const confirmationRoutes = new Hono<AppEnv>()
  .get(
    '/admin/confirmations/:id',
    read('admin_get_confirmation', {
      summary: 'A call that waits for the agreement of the owner',
      description: 'The id is in the address that the refused call named. 404: it is older than 10 minutes.',
      ko: '동의를 기다리는 요청',
      input: idInput,
      handle: async (c) => response(c.get('state'), c.req.valid('param').id),
    }),
  )
  .post(
    '/admin/confirmations/:id',
    write('admin_decide_confirmation', {
      summary: 'Agree to a call, or refuse it',
      description: 'The caller may then make the call once. Only the first decision counts, which the answer has.',
      ko: '요청에 동의 또는 거부',
      idempotent: true,
      needsProof: (c) => c.req.valid('json').agree,
      maxBody: 1024,
      input: () => ({
        ...idInput(),
        json: z.strictObject({
          agree: z
            .boolean('must be true or false')
            .check(z.meta({ description: 'Whether the call may be made', examples: [true] })),
        }),
      }),
      handle: async (c) => {
        const state = c.get('state')
        const { id } = c.req.valid('param')
        const { agree } = c.req.valid('json')
        await response(state, id)
        state.details = [agree ? 'agreed' : 'refused']
        await callObject(state.settings, ACCESS, (access) => access.confirmations.decide(id, agree))
        return response(state, id)
      },
    }),
  )
