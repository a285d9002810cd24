import { describe, expect, it } from 'vitest'
import type { Utterance } from '../../../src/groups/recorder/transcript.ts'
import { selectPart } from '../../../src/groups/recorder/transcript-part.ts'

const MINUTE = 60_000

const say = (minute: number, speaker: string, content: string): Utterance => ({
  start_time: minute * MINUTE,
  end_time: minute * MINUTE + 5000,
  speaker,
  original_speaker: 'Speaker 1',
  content,
})

/** Six hours, one utterance a minute. */
const MEETING = Array.from({ length: 360 }, (_, n) =>
  say(n, n % 2 ? '민아' : 'Joon', n === 351 ? '예산은 삼백만 원으로 하죠' : `말 ${n}`),
)
const getMinutes = (query: Parameters<typeof selectPart>[1]) =>
  selectPart(MEETING, query)?.content.map(({ start_time }) => (start_time ?? 0) / MINUTE)

describe('a part of a transcript', () => {
  it('is nothing where none is asked for', () => expect(selectPart(MEETING, {})).toBeUndefined())

  it('is ten minutes from a position, or as long as wanted', () => {
    expect(getMinutes({ at: 351 * MINUTE })).toEqual([351, 352, 353, 354, 355, 356, 357, 358, 359])
    expect(getMinutes({ at: 100 * MINUTE + 2000, until: 102 * MINUTE })).toEqual([100, 101, 102])
    expect(getMinutes({ until: 1 * MINUTE })).toEqual([0, 1])
  })

  it('is what a speaker said, by either name and in part', () => {
    expect(getMinutes({ at: 0, until: 4 * MINUTE, speaker: '민' })).toEqual([1, 3])
    expect(getMinutes({ until: 1 * MINUTE, speaker: 'speaker 1' })).toEqual([0, 1])
    expect(getMinutes({ speaker: 'nobody' })).toEqual([])
  })

  it('names the speakers if nobody has the name that is asked for', () => {
    expect(selectPart(MEETING, { speaker: '민수' })).toEqual({
      ...{ content: [], matches: null, words: null },
      speakers: ['Joon', '민아'],
    })
    expect(selectPart(MEETING, { speaker: '민아', until: 0 })).not.toHaveProperty('speakers')
    expect(selectPart([], { until: 0 })).not.toHaveProperty('speakers')
  })

  it('is around the words, with what was said before and after', () => {
    expect(getMinutes({ around: '예산은  삼백만' })).toEqual([349, 350, 351, 352, 353])
    expect(selectPart(MEETING, { around: '예산' })).toMatchObject({ matches: 1, words: null })
  })

  it('is around each of the words where nobody said all of them together', () => {
    expect(selectPart(MEETING, { around: '원으로 예산은' })).toMatchObject({ matches: 1, words: ['원으로', '예산은'] })
    expect(getMinutes({ around: '예산은 언제' })).toEqual([349, 350, 351, 352, 353])
    expect(selectPart(MEETING, { around: '없는 말씀' })).toMatchObject({ content: [], matches: 0 })
  })

  it('takes an utterance without a time for one that follows the one before', () => {
    const untimed = { ...say(0, 'a', 'x'), start_time: null, end_time: null }
    expect(selectPart([say(3, 'a', 'y'), untimed], { at: 3 * MINUTE })?.content).toHaveLength(2)
    expect(selectPart([say(3, 'a', 'y'), untimed], { at: 9 * MINUTE })?.content).toHaveLength(0)
  })
})
