import { conflict, notFound } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { forgetCaller } from '../../gateway/access.ts'
import { reachEvents, subscriberIn } from '../../gateway/events.ts'
import { type KeyRecord, lineageOf } from '../../gateway/key-record.ts'
import { changeKey, deleteKey, type KeptKey, listKeys, makeKey } from '../../gateway/named-keys.ts'
import { routeList } from '../../gateway/router.ts'
import * as answers from './answers.ts'
import { write } from './declare.ts'
import { checkEnd } from './keys.end.ts'
import { changeInput, idInput, rollInput } from './keys.schemas.ts'
import { tellKeys, tellNewKey } from './keys.told.ts'

const HOUR = 60 * 60 * 1000

/** Throws 404. */
async function findKey(settings: Settings, id: string): Promise<KeptKey> {
  const kept = (await listKeys(settings)).find(({ record }) => record.id === id)
  if (!kept) throw noKey()
  return kept
}

const noKey = () => notFound('there is no API key with this id')

async function keepChange(settings: Settings, kept: KeptKey, record: KeyRecord): Promise<void> {
  await changeKey(settings, kept, record)
  forgetCaller(settings, record.id)
}

/**
 * Tells EVENTS what its subscriptions may be told from now on. Throws 503: the change of the key stands then, and the same
 * request once more tells EVENTS again.
 */
const tellEvents = (settings: Settings, id: string, record: KeyRecord | undefined): Promise<void> =>
  reachEvents(settings, (events) => events.keyChanged(id, record && subscriberIn(record)))

/** Changes of a named key (decisions.md section 11.6). They may take two minutes to be seen everywhere. */
export const keyChangeRoutes = routeList()
  .patch(
    '/admin/keys/:id',
    write(
      {
        id: 'admin_change_key',
        summary: 'Change a named key',
        description: 'What is not named stays. Seen everywhere within two minutes.',
        idempotent: true,
        input: changeInput,
        output: answers.changedKey,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const change = c.req.valid('json')
        checkEnd(change.expires_at, platform.now())
        const kept = await findKey(settings, c.req.valid('param').id)
        const record = changed(kept.record, change)
        await keepChange(settings, kept, record)
        await tellEvents(settings, record.id, record)
        const [told = tellNewKey(record)] = await tellKeys(settings, platform, [record])
        return { record: told }
      },
    ),
  )
  .post(
    '/admin/keys/:id/roll',
    write(
      {
        id: 'admin_roll_key',
        summary: 'Make a new key in place of a named one',
        description:
          'The new key has the name, licence, groups and end of the previous one, which ends after the overlap, and its subscriptions to events. It is shown this once.',
        status: 201,
        input: rollInput,
        output: answers.rolledKey,
      },
      async (c) => {
        const { settings, platform } = c.get('state')
        const now = platform.now()
        const kept = await findKey(settings, c.req.valid('param').id)
        const { record: previous } = kept
        if (previous.disabled) throw conflict('this API key is disabled: enable it first')
        const endsAt = previous.expires_at === undefined ? Infinity : Date.parse(previous.expires_at)
        if (endsAt <= now) throw conflict('this API key has expired: make another one, or give it a later end first')
        const { id: _, ...fields } = previous
        const lineage = lineageOf(previous)
        const { key, record } = await makeKey(settings, { ...fields, lineage, created_at: new Date(now).toISOString() })
        const end = Math.min(endsAt, now + c.req.valid('json').overlap_hours * HOUR)
        const ending = { ...previous, expires_at: new Date(end).toISOString() }
        // The caller is told of a failure, and never learns the new key.
        const undo = async (error: unknown) => {
          await deleteKey(settings, record.id)
          throw error
        }
        // First, since nothing can be told again once the new key was shown.
        await tellEvents(settings, previous.id, record).catch(undo)
        await keepChange(settings, kept, ending).catch(async (error: unknown) => {
          await tellEvents(settings, record.id, previous).catch(() => {})
          return undo(error)
        })
        const [told = tellNewKey(ending)] = await tellKeys(settings, platform, [ending])
        return { key, record: tellNewKey(record), previous: told }
      },
    ),
  )
  .delete(
    '/admin/keys/:id',
    write(
      {
        id: 'admin_delete_key',
        summary: 'Delete a named key',
        description: 'It is refused everywhere within two minutes. Its subscriptions to events are told nothing more.',
        idempotent: true,
        input: idInput,
      },
      async (c) => {
        const { settings } = c.get('state')
        const { id } = c.req.valid('param')
        // Those of a key that is gone already, too: the request may come again because EVENTS did not answer.
        const isThere = (await listKeys(settings)).some(({ record }) => record.id === id)
        if (isThere) await deleteKey(settings, id)
        forgetCaller(settings, id)
        await tellEvents(settings, id, undefined)
        if (!isThere) throw noKey()
      },
    ),
  )

type Change = { [Field in 'name' | 'read_only' | 'disabled']?: KeyRecord[Field] | undefined } & {
  groups?: KeyRecord['groups'] | null
  expires_at?: string | null | undefined
}

/** The record with the fields that the change names; null takes one away. */
function changed(record: KeyRecord, { groups, expires_at, ...others }: Change): KeyRecord {
  const { groups: oldGroups, expires_at: oldEnd, ...rest } = record
  const newGroups = groups === undefined ? oldGroups : groups
  const newEnd = expires_at === undefined ? oldEnd : expires_at
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return { ...rest, ...given, ...(newGroups && { groups: newGroups }), ...(newEnd && { expires_at: newEnd }) }
}
