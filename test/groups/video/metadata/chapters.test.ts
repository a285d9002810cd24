import { expect, it } from 'vitest'
import { chaptersIn } from '../../../../src/groups/video/metadata.ts'

it.each([
  ['0:00 Begin\n0:30 Middle\n1:00:05 End', [0, 30, 3605]],
  ['What we do\n\n(00:00) - Begin\n(00:10) - Middle\n• 02:00 | End', [0, 10, 120]],
  ['Begin 0:00\nMiddle 1:00\nEnd 2:00', [0, 60, 120]],
])('reads %j', (description, starts) => {
  const chapters = chaptersIn(description)
  expect(chapters?.map(({ start_seconds }) => start_seconds)).toEqual(starts)
  expect(chapters?.map(({ title }) => title)).toEqual(['Begin', 'Middle', 'End'])
})

it('finds none in another description', () => {
  for (const [what, description] of [
    ['two times', '0:00 Begin\n1:00 End'],
    ['no beginning', '0:10 Begin\n1:00 Middle\n2:00 End'],
    ['no order', '0:00 Begin\n2:00 Middle\n1:00 End'],
    ['less than ten seconds', '0:00 Begin\n0:09 Middle\n1:00 End'],
    ['no titles', '0:00\n1:00\n2:00'],
    ['no times', 'at 25:61 and 1:2:3:4 and 12:3'],
    ['nothing', ''],
  ] as const)
    expect.soft(chaptersIn(description), what).toEqual([])
})

it('does not know them without a description', () => {
  expect(chaptersIn(null)).toBeNull()
})
