import { describe, expect, it } from 'vitest'
import { note, readyRecording, transcript } from './index.ts'
import { noteBody, transcriptBody } from './note-forms.ts'
import type { NoteForm } from './recording.ts'

const MARKDOWN = '# Title\n\n![](permanent/user/mark/a.png)'
const one = readyRecording({ keywords: ['tide'] })
const body = (form: NoteForm): unknown => JSON.parse(noteBody(note(MARKDOWN, { form }), one))

describe('summary forms (facts 7.2; 11, row 10)', () => {
  it('keeps Markdown as it is', () => {
    expect(noteBody(note(MARKDOWN, { form: 'markdown' }), one)).toBe(MARKDOWN)
  })

  it.each([
    ['ai_content', { ai_content: MARKDOWN, summ_type: 'AUTO-SELECT', header: { keywords: ['tide'] } }],
    ['header and form', { markdown: MARKDOWN, header: { headline: 'Summary' }, form: [] }],
    ['content.markdown', { content: { markdown: MARKDOWN } }],
    ['content', { content: MARKDOWN }],
    ['summary', { summary: MARKDOWN }],
    ['array', [{ ai_content: MARKDOWN, category: 'auto-select', original_category: 'auto-select' }]],
  ] as const)('wraps it as %s', (form, expected) => {
    expect(body(form)).toMatchObject(expected)
  })

  it('serves a given body word for word', () => {
    expect(noteBody(note('', { body: '{"odd": $[audio_start_time]' }), one)).toBe('{"odd": $[audio_start_time]')
  })
})

describe('transcript forms (facts 7.1; 11, row 9)', () => {
  const utterances = one.transcript?.utterances ?? []

  it('is a bare array, or wrapped in either key', () => {
    expect(JSON.parse(transcriptBody(transcript(utterances)))).toEqual(utterances)
    expect(JSON.parse(transcriptBody(transcript(utterances, { form: 'trans_result' })))).toEqual({
      trans_result: utterances,
    })
    expect(JSON.parse(transcriptBody(transcript(utterances, { form: 'segments' })))).toEqual({ segments: utterances })
  })

  it('holds the renamed speaker beside the original one', () => {
    expect(utterances[1]).toMatchObject({
      speaker: 'Jonas',
      original_speaker: 'Speaker 2',
      start_time: expect.any(Number),
    })
  })
})
