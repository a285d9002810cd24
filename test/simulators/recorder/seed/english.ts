import type { Recording } from '../recording.ts'
import { dialogue, note, readyRecording, recording, transcript } from '../recording.ts'
import { MINUTE, PIN, picture, seoul, TAGS } from './things.ts'

export const english = (): Recording[] => [...meetings(), ...stories(), ...halfway(), ...untouched()]

function meetings(): Recording[] {
  const speech = dialogue(`
    Mina: Good morning everyone, um, let us start with the harbour project.
    Jonas: The permits arrived on Monday, so we can order the timber.
    Mina: How long does the timber take?
    Jonas: Three weeks, if the road stays open.`)
  return [
    recording({
      filename: 'Weekly sync with Harbour Studio',
      start_time: seoul('2026-11-18 10:00'),
      duration: 27 * MINUTE,
      keywords: ['harbour', 'timber'],
      filetag_id_list: [TAGS.meetings.id],
      transcript: transcript(speech),
      polish: transcript(speech.map((each) => ({ ...each, content: each.content.replace(' um,', '') }))),
      notes: [
        note('# Harbour project\n\n- Permits arrived\n- Timber: three weeks', { form: 'content.markdown' }),
        note('My own remarks: ask about the **road**.', {
          data_type: 'consumer_note',
          title: 'Remarks',
          tab_name: 'My remarks',
          form: 'markdown',
        }),
      ],
    }),
    readyRecording({
      filename: 'Board call, third quarter',
      start_time: seoul('2026-11-10 22:00'),
      duration: 64 * MINUTE,
      speech: dialogue('Chair: Revenue is up, costs are flat.\nTreasurer: The reserve covers eight months.'),
      notes: [
        note(
          [
            '# Third quarter',
            `![mapped](${picture('summary_poster/cd34.png')})`,
            `![with a slash](/${picture('mark/ef56.png')})`,
            `![encoded](${encodeURI(picture('mark/매출 표.png'))})`,
            `![unmapped](${picture('mark/0000.png')})`,
          ].join('\n\n'),
          { form: 'summary' },
        ),
      ],
      images: [picture('summary_poster/cd34.png'), picture('mark/ef56.png'), picture('mark/매출 표.png')],
    }),
    readyRecording({
      filename: 'Standup, Tuesday',
      start_time: seoul('2026-11-17 09:30'),
      transcript: transcript(dialogue('Priya: I finished the export.\nMina: I will review it today.'), {
        task_status: '1',
      }),
      notes: [note('# Standup\n\nExport finished, review today.', { form: 'content', task_status: '1' })],
    }),
  ]
}

const stories = (): Recording[] => [
  readyRecording({
    filename: 'Interview with a lighthouse keeper',
    start_time: seoul('2026-11-14 16:00'),
    duration: 73 * MINUTE,
    serial_number: PIN,
    filetag_id_list: [TAGS.interviews.id],
    speech: dialogue(`
      Mina: What did you miss most, out there?
      Keeper: Bread. You cannot order bread to a rock.
      Mina: And what do you miss now?
      Keeper: The sound of the lamp turning.`),
    notes: [note('# The keeper\n\nHe missed bread; now he misses the lamp.', { form: 'array', placement: 'linked' })],
  }),
  readyRecording({
    filename: 'Roof repair quote call',
    start_time: seoul('2025-03-02 11:00'),
    audio: false,
    filetype: null,
    transcript: transcript(
      dialogue('Roofer: Two days of work, weather permitting.\nMina: Please send it in writing.'),
      {
        placement: 'legacy',
      },
    ),
    notes: [note('# Roof\n\nTwo days of work.', { form: 'markdown', placement: 'legacy' })],
  }),
]

const halfway = (): Recording[] => [
  recording({
    filename: 'Lecture: tides and moons',
    start_time: seoul('2026-11-09 18:00'),
    duration: 88 * MINUTE,
    filetag_id_list: [TAGS.lectures.id],
    transcript: transcript(
      dialogue('Lecturer: Why are there two tides a day, and not one?\nStudent: Because of the far side?'),
      {
        form: 'trans_result',
      },
    ),
  }),
  recording({
    filename: 'Draft podcast intro',
    start_time: seoul('2026-11-08 20:15'),
    scene: 101,
    edit_from: 'desktop',
    speech: dialogue('Mina: Welcome to the show about small boats.'),
    transcript: transcript([], { task_status: 2 }),
  }),
]

const untouched = (): Recording[] => [
  recording({
    filename: 'Voice memo, train platform',
    speech: dialogue('Mina: The train is late again, nine minutes.'),
    start_time: seoul('2026-11-21 08:35'),
    serial_number: PIN,
  }),
  recording({ filename: 'Old grocery list', start_time: seoul('2026-10-30 18:05'), is_trash: true }),
]
