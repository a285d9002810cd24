import { expect, it } from 'vitest'
import { PRODUCTS } from '../../src/base/groups.ts'
import { sourcesOf } from '../../src/objects/events/sources.ts'
import { eventsTexts } from '../../src/pages/text/events.ts'

it.each(['en', 'ko'] as const)('the app has a name for each source of events, and for no other (%s)', (language) => {
  const names = sourcesOf(PRODUCTS).map(({ name }) => name)
  expect(Object.keys(eventsTexts[language].sourceNames).sort()).toEqual(names.sort())
})
