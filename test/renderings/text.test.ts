import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, clock, render } from '../../src/renderings/formats.ts'
import { attributedWords, cues, splitWords, spoken } from './transcripts.ts'

const meeting: Cue[] = [
  { start: 1_200, end: 5_400, speaker: 'Mina', text: '안녕하세요, everyone.' },
  { start: 3_723_999, end: 3_723_999, text: 'two\n\nlines' },
  { start: -40, end: 100, speaker: ' ', text: 'early' },
]

const lines = (rendered: string) => (rendered === '' ? [] : rendered.split('\n'))

describe('text', () => {
  it('has one line per utterance with its time and speaker, in the order given', () => {
    expect(render(meeting, 'text')).toBe(
      '[00:00:01] Mina: 안녕하세요, everyone.\n[01:02:03] two lines\n[00:00:00] early',
    )
  })

  it('keeps every word of every utterance and its speaker', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const expected = spoken(given).map(({ start, speaker = '', text }) => {
          return [`[${clock(Math.max(0, start))}]`, ...attributedWords(splitWords(speaker), splitWords(text))]
        })
        expect(lines(render(given, 'text')).map(splitWords)).toEqual(expected)
      }),
    )
  })
})

describe('plain', () => {
  it('has the words only', () => {
    expect(render(meeting, 'plain')).toBe('안녕하세요, everyone.\ntwo lines\nearly')
  })

  it('keeps every word, one utterance per line', () => {
    fc.assert(
      fc.property(cues, (given) => {
        expect(lines(render(given, 'plain')).map(splitWords)).toEqual(spoken(given).map(({ text }) => splitWords(text)))
      }),
    )
  })
})
