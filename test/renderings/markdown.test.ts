import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clock, render } from '../../src/renderings/formats.ts'
import { cues, splitWords, spoken } from './transcripts.ts'

const one = (text: string, speaker?: string) =>
  render([{ start: 61_000, end: 62_000, text, ...(speaker === undefined ? {} : { speaker }) }], 'markdown')

/** CommonMark 2.4: a backslash before ASCII punctuation gives that character. */
const read = (source: string) => source.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** What Markdown still interprets after the escaped characters are removed. */
const bare = (source: string) => source.replace(/\\[!-/:-@[-`{-~]/g, '.')

describe('markdown', () => {
  it('sets the speaker in bold beside the time, one paragraph per utterance', () => {
    const rendered = render(
      [
        { start: 1_200, end: 5_400, speaker: 'Mina', text: 'Good morning.' },
        { start: 6_000, end: 7_000, speaker: 'Jun', text: 'Morning!' },
      ],
      'markdown',
    )
    expect(rendered).toBe('**Mina** [00:00:01] Good morning.\n\n**Jun** [00:00:06] Morning!')
  })

  it('has the time and the words without a speaker', () => {
    expect(one('- not a list')).toBe('[00:01:01] - not a list')
  })

  it('shows what was said as it was said', () => {
    for (const [said, source] of [
      ['2 * 3 * 4', '2 \\* 3 \\* 4'],
      ['_so_', '\\_so\\_'],
      ['`code`', '\\`code\\`'],
      ['<b> a < b', '\\<b> a \\< b'],
      ['[x](y) ![z]', '\\[x\\](y) !\\[z\\]'],
      ['~~gone~~', '\\~\\~gone\\~\\~'],
      ['$5 or $6', '\\$5 or \\$6'],
      ['&lt; and &#39;', '\\&lt; and \\&#39;'],
      ['C:\\dir', 'C:\\\\dir'],
    ] as const)
      expect.soft(one(said), String(said)).toBe(`[00:01:01] ${source}`)
  })

  it('does not change what Markdown does not interpret inside a line', () => {
    expect(one('R&D, snake_case, #1, 1. 2. | > + - = (x) {y} 100%')).toBe(
      '[00:01:01] R&D, snake_case, #1, 1. 2. | > + - = (x) {y} 100%',
    )
  })

  it('escapes the speaker as well', () => {
    expect(one('hi', '**Ana**')).toBe('**\\*\\*Ana\\*\\*** [00:01:01] hi')
  })

  it('keeps every word and leaves none of its characters for Markdown to interpret', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const rendered = render(given, 'markdown')
        const paragraphs = rendered === '' ? [] : rendered.split('\n\n')
        const expected = spoken(given).map(({ start, speaker = '', text }) => {
          const time = `[${clock(Math.max(0, start))}]`
          const name = splitWords(speaker).join(' ')
          return { opening: name === '' ? time : `**${name}** ${time}`, words: splitWords(text) }
        })
        expect(paragraphs.map((paragraph) => splitWords(read(paragraph)))).toEqual(
          expected.map(({ opening, words }) => [...splitWords(opening), ...words]),
        )
        for (const paragraph of paragraphs) {
          const inside = bare(paragraph).replace(/^(?:\*\*(.*?)\*\* )?\[[\d:]+\] /, '$1 ')
          expect(inside).not.toMatch(/[`*[\]<~$\\\n\r]|&#?\w+;/)
          expect(inside).not.toMatch(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u)
        }
      }),
    )
  })
})
