import * as fc from 'fast-check'
import type { Cue } from '../../src/renderings/formats.ts'
import { anyText } from '../support/any-text.ts'

/**
 * What is known to break transcripts: format characters, numbers on their own line, line breaks, direction, emoji, bad
 * Unicode.
 */
const traps = fc.constantFrom(
  ...['-->', '--', '>', '<', '<b>', '</b>', '<v Bob>', '<00:00:01.000>', '{\\an8}', '{Y:i}', 'C:\\New', '&', '&lt;'],
  ...[
    '&nbsp;',
    '&#39;',
    'R&D',
    '42',
    '7\n8',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\u2028',
    '\u0085',
    '\v',
    '\u001c',
    '\t',
    ' ',
  ],
  ...['00:00:01,000 --> 00:00:02,000', 'WEBVTT', 'NOTE', 'STYLE', 'REGION', '**', '_', 'a_b', '__', '`', '~~', '$'],
  ...[
    '[link](https://example.com/a_b)',
    '![',
    '\\',
    '|',
    '# ',
    '- ',
    '1. ',
    '>> ',
    '안녕하세요',
    'שלום',
    'مرحبا',
    '\u200f',
  ],
  ...['👩‍👩‍👧', '🇰🇷', 'e\u0301', '\u3000', '\u00a0', '\ufeff', '\u0000', '\u001b[31m', '\ud83d', '\ude00', '\ufffd'],
)

const strings = fc
  .array(fc.oneof(traps, fc.string(), anyText()), { maxLength: 6 })
  .chain((parts) => fc.constantFrom('', ' ').map((glue) => parts.join(glue)))

const times = fc.oneof(
  fc.integer({ min: -5_000, max: 20_000 }),
  fc.integer({ min: 0, max: 150 * 3_600_000 }),
  fc.constantFrom(0, 999, 1000, 359_999_999, 360_000_000),
)

export const cues: fc.Arbitrary<Cue[]> = fc.array(
  fc.record({ start: times, end: times, text: strings, speaker: strings }, { requiredKeys: ['start', 'end', 'text'] }),
  { maxLength: 12 },
)

/** The words of a string as a reader sees them, whatever their spacing. */
export const splitWords = (text: string) =>
  text
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)

/** The words of `Speaker: words`, or only the words. */
export const attributedWords = (speaker: string[], words: string[]) =>
  speaker.length > 0 ? [...splitWords(`${speaker.join(' ')}:`), ...words] : words

/** The cues that a rendering must show. */
export const spoken = (given: readonly Cue[]) => given.filter(({ text }) => splitWords(text).length > 0)

/** What a subtitle must contain for each cue, in order and with times. */
export const shown = (given: readonly Cue[]) =>
  spoken(given)
    .map((cue, index) => ({ ...cue, index }))
    .sort((a, b) => a.start - b.start || a.index - b.index)
    .map(({ start, end, speaker, text }) => {
      const from = Math.max(0, start)
      return { from, to: end > from ? end : from + 1000, speaker: splitWords(speaker ?? ''), words: splitWords(text) }
    })
