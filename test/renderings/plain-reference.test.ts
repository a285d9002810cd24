import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Cue, render, srt, vtt } from '../../src/renderings/formats.ts'

/** The renderings first check whether a line needs cleaning or escaping. The reference always does it. */

const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp} ]+/gu, ' ')
    .trim()
const two = (value: number) => String(value).padStart(2, '0')
const clock = (ms: number) => {
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
const stamp = (ms: number, mark: string) => `${clock(ms)}${mark}${String(ms % 1000).padStart(3, '0')}`

const lines = (cues: readonly Cue[]) =>
  cues
    .map(({ start, end, speaker = '', text }) => ({
      start: Math.max(0, start),
      end,
      speaker: clean(speaker),
      words: clean(text),
    }))
    .filter(({ words }) => words !== '')
const sorted = (cues: readonly Cue[]) => lines(cues.toSorted((a, b) => a.start - b.start))
const said = ({ speaker, words }: { speaker: string; words: string }) => (speaker ? `${speaker}: ${words}` : words)
const timing = ({ start, end }: Pick<Cue, 'start' | 'end'>, mark: string) =>
  `${stamp(start, mark)} --> ${stamp(end > start ? end : start + 1000, mark)}`

const inert = (words: string) =>
  words.replace(/[<{\\]|(?<=--)>|&(?=#?\w+;)/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0))
const entities = (words: string) => words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const literal = (words: string) =>
  words.replace(/[\\`*[\]<~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu, '\\$&')

const text = fc
  .array(
    fc.constantFrom(
      ...['a', 'Z', '7', '안', '🙂', '\ud83d', '\ude42', ' ', '  ', '\t', '\n', '\r\n', '\0', '\x1b', '\x85'],
      ...['\u2028', '\u2029', '\u00a0', '\ufeff', '\u3000', '<', '>', '{', '}', '&', '&amp;', '-->', '\\', '\\N'],
      ...['`', '*', '_', 'x_y', '[', ']', '~', '$', '#', '"', "'"],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const time = fc.oneof(fc.integer({ min: -5000, max: 500_000_000 }), fc.constantFrom(0, 999, 1000, 359_999_999, 3.6e8))
const cues = fc.array(
  fc.record({ start: time, end: time, speaker: text, text }, { requiredKeys: ['start', 'end', 'text'] }),
  { maxLength: 5 },
)

it('every format equals the reference, for any text', () => {
  fc.assert(
    fc.property(cues, (given) => {
      expect(render(given, 'text')).toBe(
        lines(given)
          .map((line) => `[${clock(line.start)}] ${said(line)}`)
          .join('\n'),
      )
      expect(srt(given)).toBe(
        sorted(given)
          .map((line, index) => `${index + 1}\n${timing(line, ',')}\n${inert(said(line))}\n`)
          .join('\n'),
      )
      const voice = ({ speaker, words }: { speaker: string; words: string }) =>
        speaker ? `<v ${entities(speaker)}>${entities(words)}</v>` : entities(words)
      expect(vtt(given)).toBe(
        ['WEBVTT\n', ...sorted(given).map((line) => `${timing(line, '.')}\n${voice(line)}\n`)].join('\n'),
      )
      expect(render(given, 'markdown')).toBe(
        lines(given)
          .map(({ start, speaker, words }) =>
            speaker
              ? `**${literal(speaker)}** [${clock(start)}] ${literal(words)}`
              : `[${clock(start)}] ${literal(words)}`,
          )
          .join('\n\n'),
      )
    }),
    { numRuns: 1000 },
  )
})
