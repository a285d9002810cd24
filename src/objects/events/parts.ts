import type { EventsCaller } from '../../base/events.ts'
import { platform } from '../../base/platform.ts'
import type { Settings } from '../../base/settings.ts'
import type { EventSource } from '../../upstream/polling.ts'
import { AccountList } from './account-list.ts'
import { Alarm } from './alarm.ts'
import { Delivery } from './delivery.ts'
import { type FeedPage, readFeed } from './feed.ts'
import { Polling } from './polling.ts'
import { Readers } from './readers.ts'
import { sourcesOf } from './sources.ts'
import { Store } from './store.ts'
import type { OwnerMarks } from './subscription-store.ts'
import { Subscriptions } from './subscriptions.ts'

/** The parts of EVENTS. The object loads this file, and with it the code of all groups, with its first call. */
export type Parts = ReturnType<typeof openParts>

export { ownerMarks } from './subscription-store.ts'

/** @param ownSources replaces the sources of the groups */
export function openParts(
  storage: DurableObjectStorage,
  settings: Settings,
  marks: OwnerMarks,
  ownSources: () => readonly EventSource[] | undefined,
) {
  const accounts = new AccountList(storage, settings, platform)
  const store = new Store(storage, settings, marks, platform, accounts, (all) => sourcesOf(all, ownSources()))
  const polling = new Polling(store)
  const delivery = new Delivery(store)
  return {
    store,
    polling,
    delivery,
    alarm: new Alarm(store, polling, delivery),
    subscriptions: new Subscriptions(store),
    readers: new Readers(store),
    feed: (caller: EventsCaller, page: FeedPage) => readFeed(store, caller, page),
  }
}
