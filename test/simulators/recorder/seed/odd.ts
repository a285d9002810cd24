import type { Recording, Utterance } from '../recording.ts'
import { note, readyRecording, recording, transcript } from '../recording.ts'
import { MINUTE, seoul } from './things.ts'

const HOUR = 60 * MINUTE

const said = (start_time: number, end_time: number, speaker: string, content: string): Utterance => ({
  start_time,
  end_time,
  content,
  speaker,
  original_speaker: speaker === '' ? '' : 'Speaker 1',
})

const spoken = (filename: string, date: string, speech: Utterance[], more: Partial<Recording> = {}): Recording =>
  readyRecording({ filename, start_time: seoul(date), speech, ...more })

/** Recordings that break renderings: overlapping, identical or very late times, and text that looks like markup. */
export const odd = (): Recording[] => [
  spoken('Crosstalk at the workshop', '2026-11-02 14:00', [
    said(1_000, 9_000, 'Ada', 'Hold the board while I'),
    said(4_000, 6_500, 'Bela', 'I am holding it.'),
    said(6_500, 6_500, 'Ada', 'Ouch.'),
    said(5_000, 12_000, 'Cem', 'Shall I bring the other clamp?'),
  ]),
  spoken('Voices without names', '2026-11-01 12:00', [
    said(0, 2_000, '', 'Is this thing on?'),
    said(2_400, 4_000, '', 'It is.'),
  ]),
  spoken(
    'Ten days at the observatory',
    '2026-10-20 20:00',
    [
      said(2_000, 5_000, 'Ines', 'First night, clear sky.'),
      said(101 * HOUR, 101 * HOUR + 3_500, 'Ines', 'The comet is brighter than yesterday.'),
      said(239 * HOUR + 59 * MINUTE, 240 * HOUR, 'Ines', 'Last entry, packing up.'),
    ],
    { duration: 240 * HOUR },
  ),
  spoken('Party planning 🎉', '2026-11-15 19:00', [
    said(0, 3_000, 'Noa 🦊', 'Cake 🎂, balloons 🎈, and the whole family 👨‍👩‍👧‍👦.'),
    said(3_200, 6_000, 'Yui', 'First line,\nsecond line,\r\n\r\nand one after a gap.'),
  ]),
  spoken('Code review of the subtitle writer', '2026-11-13 17:00', [
    said(0, 4_000, 'Ren', 'The arrow --> ends up inside the words.'),
    said(4_000, 8_000, 'Ren <lead>', 'And <b>bold</b> & "quotes" too, {curly} ones as well.'),
    said(8_000, 9_500, 'WEBVTT', '00:00:01.000 --> 00:00:02.000'),
  ]),
  readyRecording({
    filename: 'Empty room',
    start_time: seoul('2026-11-01 03:00'),
    transcript: transcript([]),
    speech: [],
    notes: [note('Nothing was said.', { form: 'markdown' })],
  }),
  recording({ filename: 'Three seconds', start_time: seoul('2026-11-20 18:00'), duration: 3_000, speech: [] }),
]
