import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionCues, segments } from '../../../src/groups/video/captions.ts'

const file = (...events: object[]) => ({ wireMagic: 'pb3', events })
const line = (tStartMs: number, dDurationMs: number | undefined, ...words: string[]) => ({
  tStartMs,
  ...(dDurationMs === undefined ? {} : { dDurationMs }),
  segs: words.map((utf8) => ({ utf8 })),
})
const window = { tStartMs: 0, dDurationMs: 60_000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 }
const lineBreak = (tStartMs: number) => ({ tStartMs, dDurationMs: 900, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] })

const manual = (...events: object[]) => captionCues(file(...events), { rolling: false })
const rolling = (...events: object[]) => captionCues(file(...events), { rolling: true })
const words = (...parts: string[]) => manual(line(0, 1000, ...parts))[0]?.text

describe('json3 lines become cues (video facts, section 3)', () => {
  it('joins the words of a line and does not change its times', () => {
    expect(manual(line(160, 2000, 'so', ' this', ' is'))).toEqual([{ start: 160, end: 2160, text: 'so this is' }])
  })

  it('leaves out windows, appended breaks and blank lines', () => {
    expect(manual(window, lineBreak(10), line(20, 5, '\n'), line(30, 5, ' \u200b '), line(40, 5, 'x'))).toEqual([
      { start: 40, end: 45, text: 'x' },
    ])
  })

  it('ends a rolling line where the next one starts', () => {
    const cues = rolling(
      window,
      line(160, 4520, 'one'),
      lineBreak(2480),
      line(2480, 4400, 'two'),
      line(9000, 100, 'three'),
    )
    expect(cues).toEqual([
      { start: 160, end: 2480, text: 'one' },
      { start: 2480, end: 6880, text: 'two' },
      { start: 9000, end: 9100, text: 'three' },
    ])
  })

  it('preserves the overlap of two people in written captions', () => {
    expect(manual(line(6000, 4000, 'a'), line(8000, 1500, 'b')).map(({ end }) => end)).toEqual([10_000, 9500])
  })

  it('lets a line without a duration last until the next one, the last one for no time', () => {
    expect(manual(line(1000, undefined, 'a'), line(3000, 0, 'b'), line(5000, undefined, 'c'))).toEqual([
      { start: 1000, end: 3000, text: 'a' },
      { start: 3000, end: 5000, text: 'b' },
      { start: 5000, end: 5000, text: 'c' },
    ])
  })

  it('shows lines of the same moment together', () => {
    expect(rolling(line(0, 5000, 'a'), line(0, 5000, 'b'), line(3000, 100, 'c')).map(({ end }) => end)).toEqual([
      3000, 3000, 3100,
    ])
  })

  it('puts lines in order, reads an absent start as 0, and rounds', () => {
    expect(manual(line(500, 10, 'b'), { segs: [{ utf8: 'a' }], dDurationMs: 12.6 })).toEqual([
      { start: 0, end: 13, text: 'a' },
      { start: 500, end: 510, text: 'b' },
    ])
  })
})

describe('texts come out clean', () => {
  it('without markup, entities and white space', () => {
    for (const [raw, clean] of [
      ['Salt &amp; pepper', 'Salt & pepper'],
      ['that&#39;s &quot;it&quot; &#x2014; &apos;ok&apos;', "that's \"it\" \u2014 'ok'"],
      ['a&nbsp;b\u00a0c', 'a b c'],
      ['&lt;i&gt; stays written', '<i> stays written'],
      ['&amp;lt; is read once', '&lt; is read once'],
      ['R&D; &unknown; &#0; &#x110000; &', 'R&D; &unknown; &#0; &#x110000; &'],
      ['first\nsecond\r\n third', 'first second third'],
      ['안녕하세요,\n서울', '안녕하세요, 서울'],
      ['\ufeffstart\u200b', 'start'],
      ['family \ud83d\udc68\u200d\ud83d\udc69', 'family \ud83d\udc68\u200d\ud83d\udc69'],
    ] as const)
      expect.soft(words(raw), JSON.stringify(raw)).toBe(clean)
  })

  it('reads an entity that two words share', () => {
    expect(words('a &am', 'p; b')).toBe('a & b')
  })
})

describe('files', () => {
  it('without lines return none', () => {
    expect(manual()).toEqual([])
    expect(captionCues({ wireMagic: 'pb3' }, { rolling: true })).toEqual([])
  })

  it('that are no captions are 502', () => {
    for (const [other] of [[null], ['<transcript/>'], [[]], [{ error: { code: 500 } }], [{ events: 'none' }]] as const)
      expect
        .soft(() => captionCues(other, { rolling: false }), JSON.stringify(other))
        .toThrow(expect.objectContaining({ status: 502 }))
  })

  it('whose words have another name are 502, never an empty transcript', () => {
    const renamed = { wireMagic: 'pb3', events: [{ tStartMs: 0, segs: [{ text: 'a' }] }, { segs: [{ utf8: 7 }] }] }
    expect(() => captionCues(renamed, { rolling: false })).toThrow(
      expect.objectContaining({ status: 502, reason: 'shape events[].segs[].utf8' }),
    )
    expect(manual(line(0, 10, '\n'))).toEqual([])
  })

  it('lose the line whose start or words are odd', () => {
    const odd = [
      { ...line(0, 10, 'a'), tStartMs: {} },
      { tStartMs: 5, segs: [{ utf8: 7 }, null] },
    ]
    expect(manual(...odd, { ...line(20, 10, 'b'), dDurationMs: 'long' })).toEqual([{ start: 20, end: 20, text: 'b' }])
    expect(manual({ ...line(0, 10, 'a'), tStartMs: '1500' })).toEqual([{ start: 1500, end: 1510, text: 'a' }])
  })

  it('with any content return ordered cues that never end before they start', () => {
    const numbers = fc.oneof(fc.integer(), fc.double(), fc.constant(undefined), fc.string())
    const events = fc.array(
      fc.oneof(
        fc.anything(),
        fc.record({
          tStartMs: numbers,
          dDurationMs: numbers,
          segs: fc.array(fc.record({ utf8: fc.string({ unit: 'grapheme' }) })),
        }),
      ),
    )
    fc.assert(
      fc.property(events, fc.boolean(), (given, rolls) => {
        const cues = captionCues({ events: given }, { rolling: rolls })
        let last = 0
        for (const { start, end, text } of cues) {
          expect([start, end].every(Number.isSafeInteger)).toBe(true)
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(text).toBe(text.trim())
          expect(text).not.toMatch(/^$|[\r\n]/)
          last = start
        }
      }),
    )
  })
})

describe('segments', () => {
  it('are in seconds', () => {
    expect(segments([{ start: 1160, end: 3480, text: 'x' }])).toEqual([{ start: 1.16, duration: 2.32, text: 'x' }])
  })
})
