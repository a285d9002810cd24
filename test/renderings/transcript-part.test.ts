import { describe, expect, it } from 'vitest'
import type { Spoken } from '../../src/renderings/formats.ts'
import { type PartQuery, selectPart as select } from '../../src/renderings/transcript-part.ts'

const MINUTE = 60_000

const say = (minute: number, speaker: string, words: string): Spoken => ({
  start: minute * MINUTE,
  end: minute * MINUTE + 5000,
  speakers: [speaker],
  aliases: ['Speaker 1'],
  words,
})

const selectPart = (spoken: readonly Spoken[], query: PartQuery) => select(spoken, (one) => one, query)

/** Six hours, one utterance a minute. */
const MEETING = Array.from({ length: 360 }, (_, n) =>
  say(n, n % 2 ? '민아' : 'Joon', n === 351 ? '예산은 삼백만 원으로 하죠' : `말 ${n}`),
)
const getMinutes = (query: PartQuery) => selectPart(MEETING, query)?.content.map(({ start }) => (start ?? 0) / MINUTE)

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
    expect(selectPart(MEETING, { speaker: '민수' })).toMatchObject({
      content: [],
      part: { matches: null, words: null, speakers: ['Joon', '민아'] },
    })
    expect(selectPart(MEETING, { speaker: '민아', until: 0 })?.part).not.toHaveProperty('speakers')
    expect(selectPart([], { until: 0 })?.part).not.toHaveProperty('speakers')
  })

  it('is around the words, with what was said before and after', () => {
    expect(getMinutes({ around: '예산은  삼백만' })).toEqual([349, 350, 351, 352, 353])
    expect(selectPart(MEETING, { around: '예산' })?.part).toMatchObject({ matches: 1, words: null })
  })

  it('is around each of the words where nobody said all of them together', () => {
    expect(selectPart(MEETING, { around: '원으로 예산은' })?.part).toMatchObject({
      ...{ matches: 1, words: ['원으로', '예산은'] },
    })
    expect(getMinutes({ around: '예산은 언제' })).toEqual([349, 350, 351, 352, 353])
    expect(selectPart(MEETING, { around: '없는 말씀' })).toMatchObject({ content: [], part: { matches: 0 } })
  })

  it('says what it covers, and where the words end', () => {
    const facts = (query: PartQuery) => {
      const { from, to, ends_at } = selectPart(MEETING, query)?.part ?? {}
      return [from, to, ends_at]
    }
    const end = '05:59:05'
    expect(facts({ at: 100 * MINUTE })).toEqual(['01:40:00', '01:50:00', end])
    expect(facts({ at: 351 * MINUTE })).toEqual(['05:51:00', end, end])
    expect(facts({ until: 2 * MINUTE })).toEqual(['00:00:00', '00:02:00', end])
    expect(facts({ around: '예산' })).toEqual(['00:00:00', end, end])
    expect(facts({ speaker: 'nobody' })).toEqual(['00:00:00', end, end])
    expect(facts({ at: 359 * MINUTE + 5000 })).toEqual([end, end, end])
  })

  it.each([
    [{ at: 359 * MINUTE + 5001 }, 'at: is beyond the end: the words end at 05:59:05'],
    [{ at: 400 * MINUTE, around: '예산' }, 'at: is beyond the end: the words end at 05:59:05'],
    [{ at: 2 * MINUTE, until: MINUTE }, 'until: must not be before at'],
  ])('%j is 400, and says where the words end', (query, message) => {
    expect(() => selectPart(MEETING, query)).toThrow(expect.objectContaining({ status: 400, message }))
  })

  it('of a transcript without words or times begins at its start only', () => {
    const untimed = [{ ...say(0, 'a', 'x'), start: null, end: null }]
    expect(selectPart(untimed, { at: 0 })).toMatchObject({ content: untimed, part: { to: null, ends_at: null } })
    expect(() => selectPart(untimed, { at: 1 })).toThrow('at: is beyond the end: the transcript has no times')
    expect(selectPart([], { at: 0 })?.part).toMatchObject({ utterances: 0, ends_at: null })
    expect(() => selectPart([], { at: 1 })).toThrow('at: is beyond the end: the transcript has no words')
  })

  it('takes an utterance without a time for one that follows the one before', () => {
    const untimed = { ...say(0, 'a', 'x'), start: null, end: null }
    const spoken = [say(3, 'a', 'y'), untimed, say(9, 'a', 'z')]
    expect(selectPart(spoken, { at: 3 * MINUTE, until: 4 * MINUTE })?.content).toHaveLength(2)
    // It may go on until the next one starts.
    expect(selectPart(spoken, { at: 5 * MINUTE, until: 6 * MINUTE })?.content).toEqual([untimed])
    expect(selectPart(spoken, { at: 9 * MINUTE + 1 })?.content).toHaveLength(1)
  })
})
