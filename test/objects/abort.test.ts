import { expect, it } from 'vitest'
import { SHARED_OBJECTS } from '../support/objects.ts'
import { abortObjects } from '../support/work.ts'

it.each([0, 1, 2, 3])('an object that ends %i ms after its first call leaves the others usable', async (ms) => {
  const { ACCOUNTS, EVENTS } = SHARED_OBJECTS
  void ACCOUNTS.getByName(`ended ${ms}`)
    .recordSearch('key', 'words')
    .catch(() => {})
  void EVENTS.getByName(`ended ${ms}`)
    .sources()
    .catch(() => {})
  await scheduler.wait(ms)
  await abortObjects()
  expect(await ACCOUNTS.getByName(`next ${ms}`).searches.latest('key', 1)).toEqual([])
  expect(await EVENTS.getByName(`next ${ms}`).sources()).not.toEqual([])
})
