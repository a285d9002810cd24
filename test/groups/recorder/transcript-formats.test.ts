import { expect, it } from 'vitest'
import { FORMATS } from '../../../src/renderings/formats.ts'
import { dialogue, readyRecording, transcript } from '../../simulators/recorder/index.ts'
import { connected, leaveNothingBehind } from './connected.ts'

leaveNothingBehind()

const recorded = () => readyRecording({ transcript: transcript(dialogue('Mina: Shall we begin?\nJonas: Yes.')) })

const CONTENT = [
  { start_time: 0, end_time: 1350, speaker: 'Mina', original_speaker: 'Speaker 1', content: 'Shall we begin?' },
  { start_time: 1750, end_time: 2110, speaker: 'Jonas', original_speaker: 'Speaker 2', content: 'Yes.' },
]

const EXPECTED: Record<(typeof FORMATS)[number], string> = {
  text: '[00:00:00] Mina: Shall we begin?\n[00:00:01] Jonas: Yes.',
  plain: 'Shall we begin?\nYes.',
  markdown: '**Mina** [00:00:00] Shall we begin?\n\n**Jonas** [00:00:01] Yes.',
  srt: '1\n00:00:00,000 --> 00:00:01,350\nMina: Shall we begin?\n\n2\n00:00:01,750 --> 00:00:02,110\nJonas: Yes.\n',
  vtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.350\n<v Mina>Shall we begin?</v>\n\n00:00:01.750 --> 00:00:02.110\n<v Jonas>Yes.</v>\n',
  json: JSON.stringify(CONTENT),
}

it.each(FORMATS)('GET /recorder/files/{id}/transcript: format=%s adds text and format', async (format) => {
  const recording = recorded()
  const { get } = connected({ recordings: [recording] })
  const { json } = await get(`/files/${recording.id}/transcript?format=${format}`)
  expect(json).toEqual({ file_id: recording.id, content: CONTENT, text: EXPECTED[format], format })
})

it.each(FORMATS)('GET /recorder/files/{id}/fetch: transcript_format=%s selects the rendering', async (format) => {
  const recording = recorded()
  const { get } = connected({ recordings: [recording] })
  const { json } = await get(`/files/${recording.id}/fetch?transcript_format=${format}`)
  expect(json.transcript).toEqual({ file_id: recording.id, content: CONTENT, text: EXPECTED[format], format })
})

it('GET /recorder/files/{id}/transcript: without format there is neither text nor format', async () => {
  const recording = recorded()
  const { json } = await connected({ recordings: [recording] }).get(`/files/${recording.id}/transcript?format=`)
  expect(json).toEqual({ file_id: recording.id, content: CONTENT })
})

it('GET /recorder/files/{id}/fetch: transcript_format defaults to text', async () => {
  const recording = recorded()
  const { json } = await connected({ recordings: [recording] }).get(`/files/${recording.id}/fetch`)
  expect(json.transcript).toMatchObject({ format: 'text', text: EXPECTED.text })
})

it.each([
  ['transcript', 'format'],
  ['fetch', 'transcript_format'],
])('GET /recorder/files/{id}/%s: an unknown %s is 400 naming the field', async (route, field) => {
  const { get, plaud } = connected()
  const { status, json } = await get(`/files/abc/${route}?${field}=pdf`)
  expect([status, json.error]).toEqual([400, `${field}: must be one of text, markdown, srt, vtt, json, plain`])
  expect(plaud.calls).toEqual([])
})

it('a voice that the user did not name is called by its recognised name', async () => {
  const voices = [
    { start_time: 0, end_time: 1000, content: 'Hello', speaker: '', original_speaker: 'Speaker 1' },
    { start_time: 1000, end_time: 2000, content: 'Hi', speaker: '', original_speaker: '' },
  ]
  const recording = readyRecording({ transcript: transcript(voices), speech: voices })
  const { json } = await connected({ recordings: [recording] }).get(`/files/${recording.id}/transcript?format=text`)
  expect(json.text).toBe('[00:00:00] Speaker 1: Hello\n[00:00:01] Hi')
})
