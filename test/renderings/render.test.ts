import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMATS, type RenderedFormat, render } from '../../src/renderings/formats.ts'
import { cues } from './transcripts.ts'

const rendered: RenderedFormat[] = ['text', 'markdown', 'srt', 'vtt', 'plain']

describe('the formats', () => {
  it('are those of the contract, all but json rendered from cues', () => {
    expect(FORMATS).toEqual(['text', 'markdown', 'srt', 'vtt', 'json', 'plain'])
    expect(FORMATS.filter((format) => format !== 'json')).toEqual(rendered)
  })
})

describe.each(rendered)('%s', (format) => {
  const empty = format === 'vtt' ? 'WEBVTT\n' : ''

  it('of an empty transcript is empty', () => {
    expect(render([], format)).toBe(empty)
  })

  it('leaves out an utterance without words', () => {
    expect(render([{ start: 0, end: 9, speaker: 'Ana', text: ' \n\u0000\u3000' }], format)).toBe(empty)
  })

  it('treats a blank speaker as none', () => {
    const cue = { start: 0, end: 9, text: 'words' }
    expect(render([{ ...cue, speaker: ' \n' }], format)).toBe(render([cue], format))
  })

  it('replaces a lone surrogate, which UTF-8 cannot carry', () => {
    const file = render([{ start: 0, end: 9, text: 'a\ud83d b' }], format)
    expect(file.includes('a\ufffd b')).toBe(true)
    fc.assert(fc.property(cues, (given) => render(given, format).isWellFormed()))
  })
})
