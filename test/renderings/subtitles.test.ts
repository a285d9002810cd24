import { describe, expect, it } from 'vitest'
import { type Cue, render } from '../../src/renderings/formats.ts'
import { mediaCaptions, plussub } from './parsers.ts'

const said = (text: string, speaker?: string): Cue[] => [
  { start: 0, end: 1000, text, ...(speaker === undefined ? {} : { speaker }) },
]

const lastLine = (file: string) => file.trimEnd().split('\n').at(-1)

describe('srt', () => {
  it('numbers the cues and sets them one blank line apart', () => {
    const file = render(
      [
        { start: 1_200, end: 5_400, speaker: 'Mina', text: '안녕하세요' },
        { start: 3_723_004, end: 3_724_000, text: '42' },
      ],
      'srt',
    )
    expect(file).toBe('1\n00:00:01,200 --> 00:00:05,400\nMina: 안녕하세요\n\n2\n01:02:03,004 --> 01:02:04,000\n42\n')
  })

  it('writes words so that no player acts on them', () => {
    for (const [words, expected] of [
      ['<b>bold</b>', '＜b>bold＜/b>'],
      ['a --> b', 'a --＞ b'],
      ['{\\an8}top', '｛＼an8}top'],
      ['C:\\New', 'C:＼New'],
      ['&lt;', '＆lt;'],
    ] as const)
      expect.soft(lastLine(render(said(words), 'srt')), String(words)).toBe(expected)
  })

  it('does not change what players show literally', () => {
    expect(lastLine(render(said('>> R&D -> a > b | $ * _ "x"'), 'srt'))).toBe('>> R&D -> a > b | $ * _ "x"')
  })
})

describe('vtt', () => {
  it('has its header, speakers as voices and cues one blank line apart', () => {
    const file = render(
      [
        { start: 1_200, end: 5_400, speaker: 'Mina', text: '안녕하세요' },
        { start: 3_723_004, end: 3_724_000, text: '42' },
      ],
      'vtt',
    )
    expect(file).toBe(
      'WEBVTT\n\n00:00:01.200 --> 00:00:05.400\n<v Mina>안녕하세요</v>\n\n01:02:03.004 --> 01:02:04.000\n42\n',
    )
  })

  it('escapes the words', () => {
    expect(lastLine(render(said('a --> <b> & &lt;'), 'vtt'))).toBe('a --&gt; &lt;b&gt; &amp; &amp;lt;')
  })

  it('makes the name of a speaker safe inside the voice tag', async () => {
    const file = render(said('hi', 'A>B\n& <C> -->'), 'vtt')
    expect(lastLine(file)).toBe('<v A&gt;B &amp; &lt;C&gt; --&gt;>hi</v>')
    expect(await mediaCaptions(file, 'vtt')).toMatchObject([{ text: 'hi', voices: ['A>B & <C> -->'] }])
  })
})

describe.each(['srt', 'vtt'] as const)('%s', (format) => {
  it('is sorted by start, and keeps the given order of equal ones', () => {
    const file = render(
      [
        { start: 2000, end: 2500, text: 'c' },
        { start: 1000, end: 1500, text: 'a' },
        { start: 1000, end: 1200, text: 'b' },
        { start: -5, end: 100, text: 'first' },
      ],
      format,
    )
    expect(plussub(file).map(({ text }) => text)).toEqual(['first', 'a', 'b', 'c'])
  })

  it('leaves the order of the cues it was given', () => {
    const given = [...said('late'), { start: -1, end: 5, text: 'early' }]
    render(given, format)
    expect(given.map(({ text }) => text)).toEqual(['late', 'early'])
  })

  it('shows an utterance of no or negative length for a second, and cuts no overlap', () => {
    const file = render(
      [
        { start: 1000, end: 1000, text: 'none' },
        { start: 2000, end: 1500, text: 'backwards' },
        { start: 2100, end: 9000, text: 'long' },
        { start: 2200, end: 2201, text: 'inside' },
      ],
      format,
    )
    expect(plussub(file).map(({ from, to }) => [from, to])).toEqual([
      [1000, 2000],
      [2000, 3000],
      [2100, 9000],
      [2200, 2201],
    ])
  })

  it('has no negative time', () => {
    const file = render(
      [
        { start: -900, end: -100, text: 'before' },
        { start: -900, end: 300, text: 'across' },
      ],
      format,
    )
    expect(plussub(file).map(({ from, to }) => [from, to])).toEqual([
      [0, 1000],
      [0, 300],
    ])
  })

  it('has no blank line and no line break inside a cue', () => {
    const file = render(said('one\r\n\r\ntwo\u2028three\u0085\u0000four'), format)
    expect(lastLine(file)).toBe('one two three four')
  })

  it('leaves right-to-left text and emoji as they are', () => {
    const words = 'שלום \u200fعالم\u200e 👩‍👩‍👧 🇰🇷 é'
    expect(lastLine(render(said(words), format))).toBe(words)
  })
})
