import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import type { KeyNamespace } from './key-namespace.ts'
import { presentSpace, previousSpace } from './store-namespace.ts'

/**
 * Every look into STORE: names begin with the label of the deployment's CREDENTIALS_KEY (space.ts). What stands under
 * the label of the key before is found as well, by a second read that only a miss causes.
 */

/** The name of a record without its label, in the space that it is looked for in. */
export type NameIn = (space: KeyNamespace) => string | Promise<string>

export interface Stored {
  /** The JSON value. */
  value: unknown
  /** Whether it stands under the key before, and should be written anew. */
  isOld: boolean
}

/** Reads a record; undefined where there is none. Throws 500 naming the setting that is no key. */
export async function readStored(settings: Settings, nameIn: NameIn): Promise<Stored | undefined> {
  const { STORE } = settings.env
  const present = await presentSpace(settings)
  const value = await STORE.get(`${present.label}/${await nameIn(present)}`, 'json')
  if (value !== null) return { value, isOld: false }
  const previous = await previousSpace(settings)
  const old = previous && (await STORE.get(`${previous.label}/${await nameIn(previous)}`, 'json'))
  return old === undefined || old === null ? undefined : { value: old, isOld: true }
}

/**
 * Writes a record under the present key, and takes away the one under the key before, which would come back otherwise.
 * Throws 503 when STORE does not take it.
 *
 * @param metadata what a list tells of the record, at most 1,024 bytes as JSON
 */
export async function writeStored(settings: Settings, nameIn: NameIn, text: string, metadata?: object): Promise<void> {
  const present = await presentSpace(settings)
  await putStored(settings, { space: present, name: await nameIn(present) }, text, metadata)
  const previous = await previousSpace(settings)
  if (previous) await deleteStored(settings, { space: previous, name: await nameIn(previous) })
}

/** Deletes a record, whichever key it stands under. Throws 503 when STORE does not take that. */
export async function dropStored(settings: Settings, nameIn: NameIn): Promise<void> {
  for (const space of [await presentSpace(settings), await previousSpace(settings)])
    if (space) await deleteStored(settings, { space, name: await nameIn(space) })
}

/** A record at its place: under the present key or the one before. */
export interface StoredLocation {
  space: KeyNamespace
  /** Without the label. */
  name: string
}

/** Writes a record where it stands. Throws 503 when STORE does not take it. */
export const putStored = (
  { env }: Settings,
  { space, name }: StoredLocation,
  text: string,
  metadata?: object,
): Promise<void> => taken(env.STORE.put(`${space.label}/${name}`, text, metadata && { metadata }))

/** Deletes a record where it stands. Throws 503 when STORE does not take that. */
export const deleteStored = ({ env }: Settings, { space, name }: StoredLocation): Promise<void> =>
  taken(env.STORE.delete(`${space.label}/${name}`))

/** A change of STORE. One second has to lie between two changes of a record, and a free plan has 1,000 a day. */
async function taken(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch {
    throw new GatewayError(503, 'the storage of this gateway did not take the change: try again in a few seconds', {
      headers: { 'Retry-After': '2' },
    })
  }
}

/** The records whose names begin so, those of the present key first, with their metadata. */
export async function listStored(
  settings: Settings,
  start: string,
): Promise<(StoredLocation & { metadata: unknown })[]> {
  const found: (StoredLocation & { metadata: unknown })[] = []
  for (const space of [await presentSpace(settings), await previousSpace(settings)]) {
    if (space) found.push(...(await listSpace(settings, space, start)))
  }
  return found
}

/** The records under CREDENTIALS_KEY_PREVIOUS, with their metadata. */
export async function listPrevious(settings: Settings): Promise<(StoredLocation & { metadata: unknown })[]> {
  const previous = await previousSpace(settings)
  return previous ? listSpace(settings, previous, '') : []
}

/** The text of a record where it stands; null where there is none. */
export const readLocation = ({ env }: Settings, { space, name }: StoredLocation): Promise<string | null> =>
  env.STORE.get(`${space.label}/${name}`)

async function listSpace(
  { env }: Settings,
  space: KeyNamespace,
  start: string,
): Promise<(StoredLocation & { metadata: unknown })[]> {
  const found: (StoredLocation & { metadata: unknown })[] = []
  const prefix = `${space.label}/`
  let cursor: string | undefined
  do {
    const page = await env.STORE.list({ prefix: prefix + start, ...(cursor !== undefined && { cursor }) })
    found.push(...page.keys.map(({ name, metadata }) => ({ space, name: name.slice(prefix.length), metadata })))
    cursor = page.list_complete ? undefined : page.cursor
  } while (cursor !== undefined)
  return found
}
