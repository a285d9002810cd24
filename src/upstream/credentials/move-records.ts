import { ACCOUNT_SECRETS, type Account } from '../../base/connected-accounts.ts'
import type { Settings } from '../../base/settings.ts'
import { keepNames, NAMES } from '../store/earlier-names.ts'
import { presentNamespace, previousNamespace } from '../store/key-namespaces.ts'
import { deleteStored, listPrevious, putStored, readLocation, type StoredLocation } from '../store/store.ts'
import { moveCredentials } from './credentials.ts'
import { KEY_TOKENS, readKeyToken } from './key-tokens.ts'

const accountIn = (name: string): Account | undefined =>
  (Object.keys(ACCOUNT_SECRETS) as Account[]).find((account) => name === `credentials/${account}`)

/** How many records of STORE belong to CREDENTIALS_KEY_PREVIOUS. */
export const countPrevious = async (settings: Settings): Promise<number> => (await listPrevious(settings)).length

/**
 * Moves records from CREDENTIALS_KEY_PREVIOUS to CREDENTIALS_KEY. Throws 503 when STORE does not accept a change. What
 * was moved stays moved. Returns whether more can be moved.
 *
 * @param most the limit for one call, because an invocation may make a limited number of calls
 */
export async function moveRecords(settings: Settings, most: number): Promise<boolean> {
  const previous = await previousNamespace(settings)
  if (!previous) return false
  const found = await listPrevious(settings)
  if (found.length === 0) return false
  // Before any record, because records could not be found without it.
  await keepNames(settings, previous)
  for (const place of found.slice(0, most)) await move(settings, place)
  return found.length > most
}

async function move(settings: Settings, { metadata, ...place }: StoredLocation & { metadata: unknown }): Promise<void> {
  const account = accountIn(place.name)
  // A record that cannot be decrypted stays, and counts as remaining.
  if (account) return moveCredentials(settings, account).catch(() => {})
  // Reading it encrypts it again.
  if (place.name.startsWith(KEY_TOKENS)) {
    await readKeyToken(settings, place.name.slice(KEY_TOKENS.length)).catch(() => {})
    return
  }
  if (place.name === NAMES) return deleteStored(settings, place)
  if (!place.name.startsWith('keys/')) return
  const text = await readLocation(settings, place)
  if (text === null) return
  const moved = { space: await presentNamespace(settings), name: place.name }
  await putStored(settings, moved, text, metadata ?? undefined)
  await deleteStored(settings, place)
}
