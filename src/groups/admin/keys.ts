import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { KeyRecord } from '../../base/access.ts'
import { badInput } from '../../base/errors.ts'
import { GROUPS, LICENCES, MOST_ACCOUNTS, PRODUCTS } from '../../base/groups.ts'
import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { isoInstant } from '../../base/time.ts'
import { endOfDate, type KeyUse } from '../../base/usage.ts'
import { clearCallerCache } from '../../gateway/auth/access.ts'
import { getHand } from '../../gateway/auth/admin.ts'
import {
  changeKey,
  createKey,
  deleteKey,
  getLineage,
  listKeys,
  restoreKeys,
  rollKey,
  toCreatedResponse,
} from '../../gateway/auth/keys.ts'
import { limitsResponse, limitsSchema } from '../../gateway/auth/scopes.ts'
import { accountId, choice, converted, jsonBoolean } from '../../gateway/http/fields.ts'
import type { AppEnv } from '../../gateway/state.ts'
import { readKeyUse } from '../../gateway/usage.ts'
import { read, write } from './group.ts'

const LONGEST_NAME = 100

const name = () =>
  z
    .string()
    .check(
      z.minLength(1, 'is required'),
      z.maxLength(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: descriptions show the pattern, and Python has no \p
      z.regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'must hold no line break and no other control character'),
      z.refine((text) => text.isWellFormed(), 'must hold no half of a character'),
    )
    .check(z.meta({ description: 'What the key is for; shown in the log and in the counts', examples: ['make'] }))

const groups = () =>
  z
    .pipe(
      z.array(choice(GROUPS)).check(z.minLength(1, 'must name a group at least')),
      z.transform((list) => [...new Set(list)]),
    )
    .check(z.meta({ description: 'The groups that the key opens', examples: [['recorder', 'video']] }))

/** @param who `key`, or `client` */
export const accountsField = (who: string) =>
  z
    .pipe(
      z
        .array(accountId())
        .check(
          z.minLength(1, 'must name at least one account'),
          z.maxLength(MOST_LISTED, `must name at most ${MOST_LISTED} accounts`),
        ),
      z.transform((list) => [...new Set(list)]),
    )
    .check(
      z.meta({
        description: `The accounts that the ${who} opens of their products; of other products it opens the first one`,
        examples: [['workspace:business']],
      }),
    )

/** The first accounts, and all others that there may be. */
const MOST_LISTED = PRODUCTS.length + MOST_ACCOUNTS

const DATE = /^\d{4}-\d\d-\d\d$/

/** Stored as ISO 8601 in UTC. A date without a time means the end of that day in Korea. */
const end = () =>
  converted(z.string(), (text, refuse) => {
    const ms = DATE.test(text) ? endOfDay(text) : isoInstant(text)
    if (ms !== undefined) return new Date(ms).toISOString()
    refuse('must be a date, such as 2027-12-31, or ISO 8601 with an offset')
    return z.NEVER
  }).check(
    z.meta({
      description: 'When the key expires: a date (end of that day in Korea), or ISO 8601 with an offset',
      override: { type: 'string' },
      examples: ['2099-12-31'],
    }),
  )

/** Undefined for a date that does not exist. */
const endOfDay = (date: string) => (isoInstant(`${date}T00:00:00Z`) === undefined ? undefined : endOfDate(date))

const limits = () =>
  limitsSchema().check(
    z.meta({
      description: 'How much the key may ask for or move by payments; no limit unless said',
      examples: [{ max_amount: 100_000, daily_amount: 1_000_000 }],
    }),
  )

const confirm = () =>
  z.optional(jsonBoolean()).check(
    z.meta({
      description:
        'Whether the owner must agree to each call that pays, sends, publishes or deletes for good; false unless said',
    }),
  )

const makeInput = () => ({
  json: z.strictObject({
    name: name(),
    licence: z
      .optional(choice(LICENCES))
      .check(z.meta({ description: 'What the key opens; that of the deployment unless said' })),
    groups: z
      .optional(groups())
      .check(z.meta({ description: 'The groups that the key opens; all of them unless said' })),
    accounts: z.optional(accountsField('key')),
    read_only: z
      .optional(jsonBoolean())
      .check(z.meta({ description: 'Whether the key opens nothing that changes something' })),
    expires_at: z.optional(end()),
    limits: z.optional(limits()),
    confirm: confirm(),
  }),
})

const keyId = () => z.string().check(z.meta({ description: 'The id of the key', examples: ['0123456789abcdef'] }))

const idInput = () => ({ param: z.object({ id: keyId() }) })

const changeInput = () => ({
  ...idInput(),
  json: z.strictObject({
    name: z.optional(name()),
    licence: z.optional(choice(LICENCES)).check(z.meta({ description: 'What the key opens' })),
    groups: z
      .optional(z.nullable(groups()))
      .check(z.meta({ description: 'The groups that the key opens; null for all of them' })),
    accounts: z.optional(z.nullable(accountsField('key'))).check(
      z.meta({
        description: 'The accounts that the key opens, as for a new one; null for the first of each product',
      }),
    ),
    read_only: z
      .optional(jsonBoolean())
      .check(z.meta({ description: 'Whether the key opens nothing that changes something' })),
    expires_at: z
      .optional(z.nullable(end()))
      .check(z.meta({ description: 'When the key ends, as for a new one; null for no end' })),
    disabled: z.optional(jsonBoolean()).check(z.meta({ description: 'Whether the key is refused for the time being' })),
    limits: z
      .optional(z.nullable(limits()))
      .check(z.meta({ description: 'How much the key may ask for or move; null for no limit' })),
    confirm: confirm(),
  }),
})

const LONGEST_OVERLAP = 168

const overlap = `must be an integer from 0 to ${LONGEST_OVERLAP}`

const rollInput = () => ({
  ...idInput(),
  json: z.strictObject({
    overlap_hours: z
      .int(overlap)
      .check(z.gte(0, overlap), z.lte(LONGEST_OVERLAP, overlap))
      .check(z.meta({ description: 'For how many hours the previous key works beside the new one', examples: [24] })),
    keep_subscriptions: z.optional(jsonBoolean()).check(
      z.meta({
        description:
          'Whether its subscriptions go on with the new key, or are paused; unless said they go on with an overlap only',
      }),
    ),
  }),
})

type Change = z.output<ReturnType<typeof changeInput>['json']>

/** Whether a change may give the key more than it had. Whatever stops a key, or makes it ask, does not. */
function mayWiden({ name, disabled, read_only, confirm, ...terms }: Change): boolean {
  const isOpened = disabled === false || read_only === false || confirm === false
  return isOpened || Object.values(terms).some((term) => term !== undefined)
}

/** Throws 400 for an expiry in the past. To end a key now, disable or delete it. */
function checkEnd(expiresAt: string | null | undefined, now: number): void {
  if (expiresAt && Date.parse(expiresAt) <= now) throw badInput('expires_at: must lie in the future', ['expires_at'])
}

/** Records of keys with their usage. Without usage when the counts cannot be read. */
async function keysResponse(settings: Settings, platform: Platform, records: readonly KeyRecord[]) {
  const uses = settings.env.USAGE ? await readKeyUse(settings, platform) : new Map<string, KeyUse>()
  return records.map((record) => {
    const own = getIds(record).flatMap((id) => uses?.get(id) ?? [])
    return toKeyResponse(record, own.length === 0 ? undefined : sumUse(own), uses !== undefined)
  })
}

/** The ids of a key and of those that it replaced, whose usage it goes on with, also when they are gone. */
const getIds = ({ id, previous_ids = [], replaced_by }: KeyRecord): string[] =>
  replaced_by === undefined ? [...previous_ids, id] : [id]

const sumUse = (uses: readonly KeyUse[]): Pick<KeyUse, 'last' | 'requests'> => ({
  last: Math.max(...uses.map(({ last }) => last)),
  requests: uses.reduce((sum, { requests }) => sum + requests, 0),
})

/** A key that was just created, so it has no usage. */
const newKeyResponse = (record: KeyRecord) => toKeyResponse(record, undefined, true)

function toKeyResponse(record: KeyRecord, use: Pick<KeyUse, 'last' | 'requests'> | undefined, isKnown: boolean) {
  const { id, name, licence, groups = null, accounts = null, created_at, expires_at = null } = record
  const { read_only = false, disabled = false, confirm = false } = record
  return {
    id,
    prefix: record.prefix,
    lineage: getLineage(record),
    name,
    licence,
    groups,
    accounts,
    read_only,
    created_at,
    expires_at,
    disabled,
    limits: limitsResponse(record.limits),
    confirm,
    last_used_at: use ? new Date(use.last).toISOString() : null,
    requests_30d: use?.requests ?? (isKnown ? 0 : null),
  }
}

const HOUR = 60 * 60 * 1000

/** Changes a key. Cached callers are no longer used here, also if the change has not reached STORE or EVENTS yet. */
async function change<Value>(settings: Settings, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } finally {
    clearCallerCache(settings)
  }
}

/** Changes of a named key. They may take two minutes to be visible everywhere. */
export const keyChangeRoutes = new Hono<AppEnv>()
  .patch(
    '/admin/keys/:id',
    write('admin_change_key', {
      summary: 'Update a named key',
      description:
        'What is not named stays. Seen everywhere within two minutes. What it takes away, and `disabled`, counts for the keys that it replaced as well. The id comes from admin_list_keys.',
      ko: 'API 키 변경',
      idempotent: true,
      needsProof: (c) => mayWiden(c.req.valid('json')),
      input: changeInput,
      handle: async (c) => {
        const { settings, platform } = c.get('state')
        const { id } = c.req.valid('param')
        const changed = c.req.valid('json')
        checkEnd(changed.expires_at, platform.now())
        const record = await change(settings, () => changeKey(settings, id, changed))
        c.get('state').targetName = record.name
        if (changed.disabled !== undefined) c.get('state').details = [changed.disabled ? 'paused' : 'resumed']
        const [response = newKeyResponse(record)] = await keysResponse(settings, platform, [record])
        return { record: response }
      },
    }),
  )
  .post(
    '/admin/keys/:id/roll',
    write('admin_roll_key', {
      summary: 'Rotate a named key',
      description:
        'The new key has the name, licence, groups and end of the previous one, which ends after the overlap. It is shown this once. The id comes from admin_list_keys. 409: the key is disabled or has expired.',
      ko: 'API 키 재발급',
      needsProof: true,
      status: 201,
      input: rollInput,
      handle: async (c) => {
        const { settings, platform } = c.get('state')
        const { id } = c.req.valid('param')
        const { overlap_hours, keep_subscriptions: keepsSubscriptions = overlap_hours > 0 } = c.req.valid('json')
        const roll = { overlapMs: overlap_hours * HOUR, keepsSubscriptions }
        const { key, record, previous, subscriptions } = await change(settings, () =>
          rollKey(settings, id, roll, getHand(c)),
        )
        c.get('state').targetName = record.name
        const [made = newKeyResponse(record), ended = newKeyResponse(previous)] = await keysResponse(
          settings,
          platform,
          [record, previous],
        )
        return { key, record: made, previous: ended, subscriptions }
      },
    }),
  )
  .delete(
    '/admin/keys/:id',
    write('admin_delete_key', {
      summary: 'Delete a named key',
      description:
        'It is refused everywhere within two minutes. Its subscriptions to events are paused. The id comes from admin_list_keys.',
      ko: 'API 키 폐기',
      idempotent: true,
      input: idInput,
      handle: async (c) => {
        const { settings } = c.get('state')
        const { id } = c.req.valid('param')
        const { name = null, subscriptions, created } = await change(settings, () => deleteKey(settings, id))
        c.get('state').targetName = name
        return { subscriptions, created: created.map(toCreatedResponse) }
      },
    }),
  )

/** The named keys of the deployment. */
export const keyRoutes = new Hono<AppEnv>()
  .get(
    '/admin/keys',
    read('admin_list_keys', {
      summary: 'List named keys',
      description: 'Their `id` is a part of the paths that change, roll and delete them.',
      ko: 'API 키 목록',
      handle: async (c) => {
        const { settings, platform } = c.get('state')
        return { keys: await keysResponse(settings, platform, await listKeys(settings)) }
      },
    }),
  )
  .post(
    '/admin/keys/copies',
    write('admin_restore_keys', {
      summary: 'Write named keys again that STORE has lost',
      description:
        'ACCESS has all named keys. A request reads the copy in STORE, so a key without its copy is 401. Up to ten keys work again at once, and the others within two minutes.',
      ko: '사라진 API 키 사본 다시 쓰기',
      idempotent: true,
      destructive: false,
      target: 'keys',
      handle: async (c) => ({ restored: await restoreKeys(c.get('state').settings) }),
    }),
  )
  .post(
    '/admin/keys',
    write('admin_make_key', {
      summary: 'Create a named key',
      description: 'The key is shown this once. It may take a minute until it is known everywhere.',
      ko: 'API 키 만들기',
      status: 201,
      destructive: false,
      needsProof: true,
      input: makeInput,
      handle: async (c) => {
        const { settings, platform } = c.get('state')
        const { licence = settings.licence, ...fields } = c.req.valid('json')
        checkEnd(fields.expires_at, platform.now())
        const { key, record } = await createKey(settings, { ...fields, licence }, getHand(c))
        Object.assign(c.get('state'), { target: record.id, targetName: record.name })
        return { key, record: newKeyResponse(record) }
      },
    }),
  )
