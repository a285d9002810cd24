import { conflict, notFound } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { clearCallerCache } from '../../gateway/auth/access.ts'
import { getLineage, type KeyRecord, standingKey } from '../../gateway/auth/keys/key-record.ts'
import { changeKey, deleteKey, listKeys, makeKey, type StoredKey } from '../../gateway/auth/keys/named-keys.ts'
import { toOwnedResponse } from '../../gateway/events/events.responses.ts'
import { reachEvents, subscriberIn } from '../../gateway/events/events.ts'
import { routeList } from '../../gateway/http/router.ts'
import { copyKeyToken, deleteKeyToken, keepKeyToken } from '../../upstream/credentials/key-tokens.ts'
import * as answers from './answers.ts'
import { write } from './declare.ts'
import { checkEnd } from './keys.end.ts'
import { keysResponse, newKeyResponse } from './keys.responses.ts'
import { changeInput, idInput, rollInput } from './keys.schemas.ts'

const HOUR = 60 * 60 * 1000

/** The key with this id, and the records of the others. Throws 404. */
async function findKey(settings: Settings, id: string): Promise<{ stored: StoredKey; others: KeyRecord[] }> {
  const all = await listKeys(settings)
  const stored = all.find(({ record }) => record.id === id)
  if (!stored) throw noKey()
  return { stored, others: getRecords(all.filter((other) => other !== stored)) }
}

const noKey = () => notFound('there is no API key with this id')

async function keepChange(settings: Settings, stored: StoredKey, record: KeyRecord): Promise<void> {
  await changeKey(settings, stored, record)
  clearCallerCache(settings, record.id)
}

/**
 * Informs EVENTS what may now be delivered to the subscriptions of a key's lineage, and returns these subscriptions.
 * Throws 503. The key has been changed by then, and repeating the request informs EVENTS again.
 */
async function notifyOfKeyChange(settings: Settings, lineage: string, records: readonly KeyRecord[]) {
  const standing = standingKey(records, lineage)
  const owned = await reachEvents(settings, (events) => events.keyChanged(lineage, standing && subscriberIn(standing)))
  return owned.map(toOwnedResponse)
}

const getRecords = (stored: readonly StoredKey[]) => stored.map(({ record }) => record)

/** Changes of a named key (decisions.md section 11.6). They may take two minutes to be visible everywhere. */
export const keyChangeRoutes = routeList()
  .patch(
    '/admin/keys/:id',
    write(
      {
        id: 'admin_change_key',
        idempotent: true,
        input: changeInput,
        output: answers.changedKey,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const change = c.req.valid('json')
        checkEnd(change.expires_at, platform.now())
        const { stored, others } = await findKey(settings, c.req.valid('param').id)
        const { workspace_token: token, ...fields } = change
        const record = changed(stored.record, {
          ...fields,
          ...(token !== undefined && { has_workspace_token: token !== null }),
        })
        if (token) await keepKeyToken(settings, record.id, token)
        await keepChange(settings, stored, record)
        if (token === null) await deleteKeyToken(settings, record.id)
        await notifyOfKeyChange(settings, getLineage(record), [record, ...others])
        const [response = newKeyResponse(record)] = await keysResponse(settings, platform, [record])
        return { record: response }
      },
    ),
  )
  .post(
    '/admin/keys/:id/roll',
    write(
      {
        id: 'admin_roll_key',
        status: 201,
        input: rollInput,
        output: answers.rolledKey,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const now = platform.now()
        const { overlap_hours, keep_subscriptions = overlap_hours > 0 } = c.req.valid('json')
        const { stored } = await findKey(settings, c.req.valid('param').id)
        const { record: previous } = stored
        if (previous.disabled) throw conflict('this API key is disabled: enable it first')
        const endsAt = previous.expires_at === undefined ? Infinity : Date.parse(previous.expires_at)
        if (endsAt <= now) throw conflict('this API key has expired: make another one, or give it a later end first')
        const { id: replaces, replaced_by: _, prefix: __, ...fields } = previous
        const lineage = getLineage(previous)
        const created_at = new Date(now).toISOString()
        const { key, record } = await makeKey(settings, { ...fields, lineage, replaces, created_at })
        const end = new Date(Math.min(endsAt, now + overlap_hours * HOUR))
        const ending = { ...previous, replaced_by: record.id, expires_at: end.toISOString() }
        // The caller gets an error and never sees the new key.
        const undo = async (error: unknown) => {
          await deleteKey(settings, record.id)
          throw error
        }
        if (record.has_workspace_token) await copyKeyToken(settings, previous.id, record.id).catch(undo)
        // First, so that subscriptions are paused even if a later step fails. They belong to the lineage of both keys.
        const owned = await reachEvents(settings, (events) => events.keyRolled(lineage, keep_subscriptions)).catch(undo)
        await keepChange(settings, stored, ending).catch(undo)
        const [response = newKeyResponse(ending)] = await keysResponse(settings, platform, [ending])
        return { key, record: newKeyResponse(record), previous: response, subscriptions: owned.map(toOwnedResponse) }
      },
    ),
  )
  .delete(
    '/admin/keys/:id',
    write(
      {
        id: 'admin_delete_key',
        idempotent: true,
        input: idInput,
        output: answers.deletedKey,
      },
      async (c) => {
        const { settings } = c.get('state')
        const { id } = c.req.valid('param')
        const { stored, others } = await findKey(settings, id)
        try {
          const subscriptions = await notifyOfKeyChange(settings, getLineage(stored.record), others)
          await deleteKey(settings, id)
          clearCallerCache(settings, id)
          return { subscriptions }
        } catch (error) {
          // The old key is refused anyway. Its record stays, so that the same request can be repeated.
          await keepChange(settings, stored, { ...stored.record, disabled: true })
          throw error
        }
      },
    ),
  )

type Change = {
  [Field in 'name' | 'licence' | 'read_only' | 'disabled' | 'confirm' | 'has_workspace_token' | 'stored_payment']?:
    | KeyRecord[Field]
    | undefined
} & {
  groups?: KeyRecord['groups'] | null
  expires_at?: string | null | undefined
  limits?: KeyRecord['limits'] | null
}

/** The record with the changed fields. Null removes a field. */
function changed(record: KeyRecord, { groups, expires_at, limits, ...others }: Change): KeyRecord {
  const { groups: oldGroups, expires_at: oldEnd, limits: oldLimits, ...rest } = record
  const newGroups = groups === undefined ? oldGroups : groups
  const newEnd = expires_at === undefined ? oldEnd : expires_at
  const newLimits = limits === undefined ? oldLimits : limits
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    ...{ ...rest, ...given },
    ...(newGroups && { groups: newGroups }),
    ...(newEnd && { expires_at: newEnd }),
    ...(newLimits && { limits: newLimits }),
  }
}
