import { GatewayError } from '../../base/errors.ts'
import type { Settings } from '../../base/settings.ts'
import { presentNamespace, previousNamespace } from '../store/key-namespaces.ts'
import type { KeyNamespace } from './key-namespace.ts'

/**
 * The encrypted records of STORE. Names start with the label of the deployment's CREDENTIALS_KEY (key-namespace.ts).
 * Records with the label of the previous key are found as well, with a second read after a miss.
 */

/** The name of a record without its label. */
export type NameIn = () => string

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
  const value = await STORE.get(`${present.label}/${nameIn()}`, 'json')
  if (value !== null) return { value, isOld: false }
  const previous = await previousNamespace(settings)
  const old = previous && (await STORE.get(`${previous.label}/${nameIn()}`, 'json'))
  return old === undefined || old === null ? undefined : { value: old, isOld: true }
}

/**
 * Writes a record with the current key, and deletes that of the previous key, which would otherwise come back. Throws
 * 503 when STORE does not accept it.
 */
export async function writeRecord(settings: Settings, nameIn: NameIn, text: string): Promise<void> {
  const present = await presentNamespace(settings)
  await taken(settings.env.STORE.put(`${present.label}/${nameIn()}`, text))
  const previous = await previousNamespace(settings)
  if (previous) await deleteIn(settings, previous, nameIn)
}

/** Deletes a record of either key. Throws 503 when STORE does not accept it. */
export async function deleteRecord(settings: Settings, nameIn: NameIn): Promise<void> {
  for (const space of [await presentNamespace(settings), await previousNamespace(settings)])
    if (space) await deleteIn(settings, space, nameIn)
}

const deleteIn = ({ env }: Settings, { label }: KeyNamespace, nameIn: NameIn): Promise<void> =>
  taken(env.STORE.delete(`${label}/${nameIn()}`))

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

/** The names of the records of CREDENTIALS_KEY_PREVIOUS. */
export async function listPrevious(settings: Settings): Promise<string[]> {
  const previous = await previousNamespace(settings)
  if (!previous) return []
  const found: string[] = []
  const prefix = `${previous.label}/`
  let cursor: string | undefined
  do {
    const page = await settings.env.STORE.list({ prefix, ...(cursor !== undefined && { cursor }) })
    found.push(...page.keys.map(({ name }) => name.slice(prefix.length)))
    cursor = page.list_complete ? undefined : page.cursor
  } while (cursor !== undefined)
  return found
}
