import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Passkey } from '../../base/access.ts'
import { isObject } from '../../base/json.ts'
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  registrationOptions,
  renamePasskey,
} from '../../gateway/auth/passkeys.ts'
import { textFlag } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { oneLine } from './authorization.ts'
import { read, write } from './group.ts'

/** A browser's answer, as JSON. The package for passkeys checks it, and browsers add fields. */
function answer<Response>(...parts: readonly string[]) {
  const sample = Object.fromEntries(parts.map((part) => [part, 'AAAA']))
  const open = { type: 'object', additionalProperties: true }
  const asText = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const names = ['id', 'rawId', 'type']
  return z.custom<Response>(isObject, 'must be what the browser answered, as JSON').check(
    z.meta({
      description: 'What the browser answered to the options, by `toJSON()`',
      override: {
        ...open,
        properties: {
          ...asText(names),
          clientExtensionResults: open,
          response: { ...open, properties: asText(parts) },
        },
        required: [...names, 'clientExtensionResults', 'response'],
      },
      examples: [{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {}, response: sample }],
    }),
  )
}

/** The answer of a browser that uses a passkey. */
export const passkeyAnswer = () =>
  answer<AuthenticationResponseJSON>('clientDataJSON', 'authenticatorData', 'signature')

/** The answer of a browser that creates a passkey. */
const newPasskeyAnswer = () => answer<RegistrationResponseJSON>('clientDataJSON', 'attestationObject')

const LONGEST_NAME = 60

const name = () =>
  z
    .pipe(z.string(), z.transform(oneLine))
    .check(z.minLength(1, 'is required'), z.maxLength(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`))
    .check(z.meta({ description: 'What the owner calls it', examples: ['My phone'] }))

const idInput = () => ({
  param: z.object({
    id: z
      .string()
      .check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of a passkey'))
      .check(z.meta({ description: 'The id of the passkey', examples: ['0123456789abcdef'] })),
  }),
})

/** The passkeys that open the management app, as ADMIN_KEY does. */
export const passkeyRoutes = new Hono<AppEnv>()
  .post(
    '/admin/passkeys/options',
    read('admin_get_passkey_options', {
      summary: 'Get what a browser needs to make a passkey',
      description:
        'For `navigator.credentials.create`. The challenge can be answered once, within 5 minutes. 400: the gateway was opened at an IP address, which has no passkeys.',
      ko: '패스키 만들기 준비',
      needsProof: true,
      handle: registrationOptions,
    }),
  )
  .post(
    '/admin/passkeys',
    write('admin_add_passkey', {
      summary: 'Add a passkey',
      description:
        'It opens the management app at the host of this request, until it is deleted or ADMIN_KEY changes. `response` is the answer of the browser to the options.',
      ko: '패스키 추가',
      destructive: false,
      needsProof: true,
      status: 201,
      maxBody: 64 * 1024,
      input: () => ({
        json: z.strictObject({
          response: newPasskeyAnswer(),
          name: z
            .optional(name())
            .check(z.meta({ description: 'What the owner calls it; the name of the device unless said' })),
        }),
      }),
      handle: async (c) => {
        const { response, name } = c.req.valid('json')
        const passkey = await addPasskey(c, response, name)
        Object.assign(c.get('state'), { target: passkey.id, targetName: passkey.name })
        return passkeyResponse(passkey)
      },
    }),
  )
  .get(
    '/admin/passkeys',
    read('admin_list_passkeys', {
      summary: 'List passkeys',
      description: 'The oldest first. Each opens the management app at one host.',
      ko: '패스키 목록',
      handle: async (c) => ({ passkeys: (await listPasskeys(c)).map(passkeyResponse) }),
    }),
  )
  .patch(
    '/admin/passkeys/:id',
    write('admin_rename_passkey', {
      summary: 'Rename a passkey',
      ko: '패스키 이름 변경',
      idempotent: true,
      input: () => ({ ...idInput(), json: z.strictObject({ name: name() }) }),
      handle: async (c) => {
        const passkey = await renamePasskey(c, c.req.valid('param').id, c.req.valid('json').name)
        c.get('state').targetName = passkey.name
        return passkeyResponse(passkey)
      },
    }),
  )
  .delete(
    '/admin/passkeys/:id',
    write('admin_delete_passkey', {
      summary: 'Delete a passkey',
      description:
        'Ends the session that added it and those that it opened as well, within 10 seconds, but not the one that asks. The admin key always works.',
      ko: '패스키 삭제',
      idempotent: true,
      needsProof: true,
      input: () => ({
        ...idInput(),
        query: z.strictObject({
          keep_sessions: textFlag(false).check(z.meta({ description: 'true: the devices that use it stay signed in' })),
        }),
      }),
      handle: async (c) => {
        const { id } = c.req.valid('param')
        const { keep_sessions: keepsSessions } = c.req.valid('query')
        c.get('state').targetName = (await listPasskeys(c)).find((one) => one.id === id)?.name ?? null
        await deletePasskey(c, id, { keepsSessions })
      },
      status: 204,
    }),
  )

const passkeyResponse = ({ id, name, host, createdAt, usedAt }: Passkey) => ({
  id,
  name,
  host,
  created_at: new Date(createdAt).toISOString(),
  last_used_at: usedAt === null ? null : new Date(usedAt).toISOString(),
})
