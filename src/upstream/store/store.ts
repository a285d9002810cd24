import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { presentNamespace, previousNamespace } from '../store/key-namespaces.ts'
import type { KeyNamespace } from './key-namespace.ts'

/**
 * All access to STORE. Names start with the label of the deployment's CREDENTIALS_KEY (key-namespace.ts). Records with
 * the label of the previous key are found as well, with a second read after a miss.
 */

/** The name of a record without its label, in the given namespace. */
export type NameIn = (space: KeyNamespace) => string | Promise<string>

export interface Stored {
  /** The JSON value. */
  value: unknown
  /** Whether it belongs to the previous key, and should be written again. */
  isOld: boolean
}

/** Reads a record. Undefined when there is none. Throws 500 with the name of an invalid key setting. */
export async function readRecord(settings: Settings, nameIn: NameIn): Promise<Stored | undefined> {
  const { STORE } = settings.env
  const present = await presentNamespace(settings)
  const value = await STORE.get(`${present.label}/${await nameIn(present)}`, 'json')
  if (value !== null) return { value, isOld: false }
  const previous = await previousNamespace(settings)
  const old = previous && (await STORE.get(`${previous.label}/${await nameIn(previous)}`, 'json'))
  return old === undefined || old === null ? undefined : { value: old, isOld: true }
}

/**
 * Writes a record with the current key, and deletes that of the previous key, which would otherwise come back. Throws
 * 503 when STORE does not accept it.
 *
 * @param metadata what a list returns about the record, at most 1,024 bytes as JSON
 */
export async function writeRecord(settings: Settings, nameIn: NameIn, text: string, metadata?: object): Promise<void> {
  const present = await presentNamespace(settings)
  await putStored(settings, { space: present, name: await nameIn(present) }, text, metadata)
  const previous = await previousNamespace(settings)
  if (previous) await deleteStored(settings, { space: previous, name: await nameIn(previous) })
}

/** Deletes a record of either key. Throws 503 when STORE does not accept it. */
export async function deleteRecord(settings: Settings, nameIn: NameIn): Promise<void> {
  for (const space of [await presentNamespace(settings), await previousNamespace(settings)])
    if (space) await deleteStored(settings, { space, name: await nameIn(space) })
}

/** A record's location: with the current key or the previous one. */
export interface StoredLocation {
  space: KeyNamespace
  /** Without the label. */
  name: string
}

/** Writes a record at its location. Throws 503 when STORE does not accept it. */
export const putStored = (
  { env }: Settings,
  { space, name }: StoredLocation,
  text: string,
  metadata?: object,
): Promise<void> => taken(env.STORE.put(`${space.label}/${name}`, text, metadata && { metadata }))

/** Deletes a record at its location. Throws 503 when STORE does not accept it. */
export const deleteStored = ({ env }: Settings, { space, name }: StoredLocation): Promise<void> =>
  taken(env.STORE.delete(`${space.label}/${name}`))

/** A change of STORE. There must be a second between two changes of a record, and a free plan has 1,000 a day. */
async function taken(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch {
    throw new GatewayError(503, 'the storage of this gateway did not take the change: try again in a few seconds', {
      headers: { 'Retry-After': '2' },
    })
  }
}

/** The records with this name prefix, those of the current key first, with their metadata. */
export async function listStored(
  settings: Settings,
  start: string,
): Promise<(StoredLocation & { metadata: unknown })[]> {
  const found: (StoredLocation & { metadata: unknown })[] = []
  for (const space of [await presentNamespace(settings), await previousNamespace(settings)]) {
    if (space) found.push(...(await listSpace(settings, space, start)))
  }
  return found
}

/** The records of CREDENTIALS_KEY_PREVIOUS, with their metadata. */
export async function listPrevious(settings: Settings): Promise<(StoredLocation & { metadata: unknown })[]> {
  const previous = await previousNamespace(settings)
  return previous ? listSpace(settings, previous, '') : []
}

/** The text of a record at its location. Null when there is none. */
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
