import type { Platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import { AccountLinks } from './account-links.ts'
import { AccountOrigin } from './account-origin.ts'
import { AccountRecords } from './account-records.ts'
import { SearchHistory } from './search-history.ts'
import { StoredBills } from './stored-bills.ts'
import { TokenRenewal } from './token-renewal.ts'

/** The parts that the object ACCOUNTS calls. */
export function createAccountServices(storage: DurableObjectStorage, settings: Settings, platform: Platform) {
  const origin = new AccountOrigin(storage)
  return {
    origin,
    renewal: new TokenRenewal(storage, origin, settings, platform),
    searches: new SearchHistory(storage.sql),
    records: new AccountRecords(storage),
    links: new AccountLinks(storage),
    bills: new StoredBills(storage, settings, platform),
  }
}

export type AccountServices = ReturnType<typeof createAccountServices>
