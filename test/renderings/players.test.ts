import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, render } from '../../src/renderings/formats.ts'
import { mediaCaptions, plussub } from './parsers.ts'
import { attributedWords, cues, shown, splitWords } from './transcripts.ts'

/** Both sides of a comparison in ASCII, because SubRip text has some characters in full-width form. */
const ascii = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

const asciiWords = (text: string) => splitWords(ascii(text))

const srtWords = ({ speaker, words }: { speaker: string[]; words: string[] }) =>
  attributedWords(speaker, words).flatMap(asciiWords)

const times = ({ from, to }: { from: number; to: number }) => [from, to]

const decoded = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** media-captions reads at most two digits of hours; WebVTT allows more. */
const below100Hours = (given: readonly Cue[]) => given.filter(({ start, end }) => Math.max(start, end) < 359_999_000)

/** media-captions parses a first line such as `line: ...` as settings of the cue, which WebVTT reads as text. */
const looksLikeSettings = ({ text, speaker }: Cue) =>
  splitWords(speaker ?? '').length === 0 &&
  /^(region|vertical|line|position|size|align)[:=]/.test(splitWords(text)[0] ?? '')

describe('@plussub/srt-vtt-parser', () => {
  it('reads every cue of an srt file, with its number, times and words', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const entries = plussub(render(given, 'srt'))
        const expected = shown(given)
        expect(entries.map(({ id }) => id)).toEqual(expected.map((_, index) => String(index + 1)))
        expect(entries.map(times)).toEqual(expected.map(times))
        expect(entries.map(({ text }) => asciiWords(text))).toEqual(expected.map(srtWords))
      }),
    )
  })

  it('reads every cue of a vtt file, with its times, speaker and words', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const entries = plussub(render(given, 'vtt'))
        const expected = shown(given)
        expect(entries.map(times)).toEqual(expected.map(times))
        const parts = entries.map(({ text }) => /^(?:<v ([^<>]*)>(?=.*<\/v>$))?([^<>]*)(?:<\/v>)?$/.exec(text))
        expect(parts.map((part) => splitWords(decoded(part?.[1] ?? '')))).toEqual(
          expected.map(({ speaker }) => speaker),
        )
        expect(parts.map((part) => splitWords(decoded(part?.[2] ?? '')))).toEqual(expected.map(({ words }) => words))
      }),
    )
  })
})

describe('media-captions', () => {
  it('shows every cue of an srt file, although it reads tags', async () => {
    await fc.assert(
      fc.asyncProperty(cues.map(below100Hours), async (given) => {
        const entries = await mediaCaptions(render(given, 'srt'), 'srt')
        const expected = shown(given)
        expect(entries.map(times)).toEqual(expected.map(times))
        expect(entries.map(({ text }) => asciiWords(text))).toEqual(expected.map(srtWords))
      }),
    )
  })

  it('shows every cue of a vtt file and its voice', async () => {
    const readable = cues.map((given) => below100Hours(given).filter((cue) => !looksLikeSettings(cue)))
    await fc.assert(
      fc.asyncProperty(readable, async (given) => {
        const entries = await mediaCaptions(render(given, 'vtt'), 'vtt')
        const expected = shown(given)
        expect(entries.map(times)).toEqual(expected.map(times))
        expect(entries.map(({ text }) => splitWords(text))).toEqual(expected.map(({ words }) => words))
        expect(entries.map(({ voices }) => voices.flatMap(splitWords))).toEqual(expected.map(({ speaker }) => speaker))
      }),
    )
  })
})

describe('any player', () => {
  it('finds nothing in the words of an srt file to interpret', () => {
    fc.assert(
      fc.property(cues, (given) => {
        for (const { text } of plussub(render(given, 'srt'))) {
          expect(text).not.toMatch(/[<{\\]|-->|&#?\w+;|[^\P{Cc}]/u)
        }
      }),
    )
  })

  it.each(['srt', 'vtt'] as const)('finds exactly one blank line between the blocks of a %s file', (format) => {
    fc.assert(
      fc.property(cues, (given) => {
        const blocks = render(given, format).replace(/\n$/, '').split('\n\n')
        const expected = format === 'vtt' ? shown(given).length + 1 : Math.max(1, shown(given).length)
        expect(blocks).toHaveLength(expected)
        expect(blocks.filter((block) => /^\n|\n$|\n\s*\n/.test(block))).toEqual([])
      }),
    )
  })
})
