import { ACCOUNTS, type Account } from '../../base/connected-accounts.ts'
import type { Settings } from '../../base/settings.ts'
import { listPrevious } from '../store/store.ts'
import { moveCredentials } from './credentials.ts'

const accountIn = (name: string): Account | undefined => ACCOUNTS.find((account) => name === `credentials/${account}`)

/** How many records of STORE belong to CREDENTIALS_KEY_PREVIOUS. */
export const countPrevious = async (settings: Settings): Promise<number> => (await listPrevious(settings)).length

/**
 * Moves records from CREDENTIALS_KEY_PREVIOUS to CREDENTIALS_KEY. What was moved stays moved. Returns whether more can
 * be moved.
 *
 * @param most the limit for one call, because an invocation may make a limited number of calls
 */
export async function moveRecords(settings: Settings, most: number): Promise<boolean> {
  const found = await listPrevious(settings)
  for (const name of found.slice(0, most)) {
    const account = accountIn(name)
    // A record that cannot be decrypted stays, and counts as remaining.
    if (account) await moveCredentials(settings, account).catch(() => {})
  }
  return found.length > most
}
