import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

/** The transcript of a note with these paragraphs. */
async function answering(...content: unknown[]) {
  const { notes, tiro } = connect()
  tiro.fail({ kind: 'status', status: 200, body: JSON.stringify({ content, nextCursor: null }) })
  const { status, json } = await notes('notes/note-0002/transcript')
  return { status, ...(json.transcript as { text: string; paragraphs: Record<string, unknown>[] }) }
}

describe('GET /notes/notes/{id}/transcript', () => {
  it('returns the text without markup, and the paragraphs unchanged', async () => {
    const { notes, world } = connect()
    const { status, json } = await notes('notes/note-0003/transcript')
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['success', 'transcript'])
    const { text, paragraphs } = json.transcript
    expect(paragraphs[1]).toEqual({
      uuid: '00000000-0003-4000-8000-000000000002',
      timeFrom: '2026-10-07T06:00:40.000Z',
      timeTo: '2026-10-07T06:01:45.000Z',
      locked: false,
      transcript: {
        type: 'text/html',
        content: '<p>Search is the top complaint.<br/>People type a name &amp; get nothing.</p>',
      },
      diarizedSegments: [
        {
          content: '<p>Search is the top complaint.<br/>People type a name &amp; get nothing.</p>',
          speaker: { label: 'SPEAKER_1', personName: 'Tom Rivers' },
        },
      ],
      summary: { content: 'Search by name is the top complaint.' },
      text: 'Tom Rivers: Search is the top complaint.\nPeople type a name & get nothing.',
      speaker: 'Tom Rivers',
      start_seconds: 40,
      end_seconds: 105,
    })
    expect(text.startsWith("Maya Ellison: Let's start with what users told us last week.\n\nTom Rivers: ")).toBe(true)
    expect(text.split('\n\n')).toEqual(paragraphs.map((paragraph: { text: string }) => paragraph.text))
    expectNothingUnexpected(world)
  })

  it('gathers a long note over its pages, each paragraph once and in order', async () => {
    const { notes, tiro, asked } = connect()
    const [first] = tiro.state.paragraphs.get('note-0009') ?? []
    if (!first) throw new Error('the seed has no long note')
    const start = Date.parse(first.timeFrom)
    const long = Array.from({ length: 2500 }, (_, at) => ({
      ...first,
      uuid: `paragraph-${at}`,
      timeFrom: new Date(start + at * 1000).toISOString(),
    }))
    tiro.state.paragraphs.set('note-0009', long)
    const { json } = await notes('notes/note-0009/transcript')
    const { paragraphs } = json.transcript
    expect(paragraphs.map(({ start_seconds }: { start_seconds: number }) => start_seconds)).toEqual(
      long.map((_, at) => at),
    )
    expect(asked()).toHaveLength(3)
    expect(asked()[0]).toBe('GET /v1/external/notes/note-0009/paragraphs?size=1000')
  })

  it('grows while the note is being recorded', async () => {
    const { notes, world } = connect()
    const before = (await notes('notes/note-live/transcript')).json.transcript
    expect(before.paragraphs.at(-1)).toMatchObject({ locked: false, summary: { content: null } })
    expect(before.locked_paragraphs).toBe(0)
    world.clock.advance(180_000)
    const after = (await notes('notes/note-live/transcript')).json.transcript
    expect(after.text.startsWith(before.text)).toBe(true)
    expect(after.text.length).toBeGreaterThan(before.text.length)
  })

  it('is empty for a note without a recording', async () => {
    const { status, json } = await connect().notes('notes/note-0016/transcript')
    expect(status).toBe(200)
    expect(json).toEqual({ success: true, transcript: { text: '', locked_paragraphs: 0, paragraphs: [] } })
  })

  it('returns 404 for an unknown note', async () => {
    expect((await connect().notes('notes/note-9999/transcript')).status).toBe(404)
  })

  it('reads plain text as it is, and a paragraph without words as silence', async () => {
    const { notes, tiro } = connect()
    const content = [
      { uuid: 'a', transcript: { type: 'text/plain', content: 'a <b> & &amp; c\n' } },
      { uuid: 'b', transcript: null },
      { uuid: 'c', transcript: { content: '<p>d &lt; e</p>' } },
    ]
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify({ content, nextCursor: null }) })
    const { transcript } = (await notes('notes/note-0002/transcript')).json
    expect(transcript.paragraphs.map(({ text }: { text: string }) => text)).toEqual(['a <b> & &amp; c', '', 'd < e'])
    expect(transcript.text).toBe('a <b> & &amp; c\n\nd < e')
  })

  it('counts the paragraphs that the plan of the account hides, and leaves their masks out of the text', async () => {
    const { notes, tiro } = connect()
    const before = (await notes('notes/note-0003/transcript')).json.transcript
    tiro.lock('note-0003', 2)
    const { text, locked_paragraphs, paragraphs } = (await notes('notes/note-0003/transcript')).json.transcript
    expect(text).toBe(before.text.split('\n\n').slice(0, 2).join('\n\n'))
    expect(locked_paragraphs).toBe(paragraphs.length - 2)
    expect(paragraphs[2]).toMatchObject({ locked: true, text: '', speaker: null, start_seconds: 105 })
    expect(paragraphs[2].transcript.content).toMatch(/▒/)
  })

  it('adds the seconds from the start to the unchanged times, null when there is none', async () => {
    const { status, paragraphs } = await answering(
      { timeFrom: '2026-09-04T09:00:10.000Z', timeTo: '2026-09-04T18:00:15+09:00' },
      { timeFrom: '2026-09-04T09:01:00.250Z', timeTo: null },
      { timeFrom: 1_788_512_480_000, timeTo: '1788512481000' },
      { timeFrom: 90, timeTo: '95.5' },
      { timeFrom: 'soon', timeTo: {} },
      {},
    )
    expect(status).toBe(200)
    expect(paragraphs.map(({ timeFrom, timeTo }) => [timeFrom, timeTo])).toEqual([
      ['2026-09-04T09:00:10.000Z', '2026-09-04T18:00:15+09:00'],
      ['2026-09-04T09:01:00.250Z', null],
      [1_788_512_480_000, '1788512481000'],
      [90, '95.5'],
      ['soon', null],
      [undefined, undefined],
    ])
    expect(paragraphs.map(({ start_seconds, end_seconds }) => [start_seconds, end_seconds])).toEqual([
      [0, 5],
      [50.25, null],
      [70, 71],
      [90, 95.5],
      [null, null],
      [null, null],
    ])
  })

  const said = (content: unknown, label?: string, personName: string | null = null) => ({
    content,
    speaker: label === undefined ? null : { label, personName },
  })

  it('names the speaker', async () => {
    for (const [what, diarizedSegments, content, text, speaker] of [
      ['the words of one speaker', [said('Hello', 'SPEAKER_0', 'Mina')], '<p>Hello.</p>', 'Mina: Hello.', 'Mina'],
      ['a label without a name', [said('Hello', 'SPEAKER_0', null)], 'Hello.', 'SPEAKER_0: Hello.', 'SPEAKER_0'],
      ['a speaker as a text', [{ content: 'Hello', speaker: 'Mina' }], 'Hello.', 'Mina: Hello.', 'Mina'],
      [
        'the turns of several',
        [said('Hello.', 'A', 'Mina'), said('All well?', 'A', 'Mina'), said('Yes.', 'B')],
        'Hello. All well? Yes.',
        'Mina: Hello. All well?\nB: Yes.',
        null,
      ],
      ['segments in place of a transcript', [said('Hello', 'A'), said(' ', 'B')], undefined, 'A: Hello', null],
      [
        'the transcript where a segment has no words',
        [said('Hello', 'A'), said('', 'B')],
        'Hello, hi.',
        'Hello, hi.',
        null,
      ],
      ['nobody', [said('Hello')], 'Hello.', 'Hello.', null],
      ['no segments', null, 'Hello.', 'Hello.', null],
      ['segments of another kind', ['Hello', 7, null], 'Hello.', 'Hello.', null],
    ] as const) {
      const transcript = content === undefined ? null : { type: 'text/html', content }
      const { paragraphs, text: whole } = await answering({ uuid: 'a', transcript, diarizedSegments })
      expect.soft(paragraphs[0], what).toMatchObject({ text, speaker, diarizedSegments })
      expect.soft(whole, what).toBe(text)
    }
  })

  it('ends with 502 when a cursor repeats', async () => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 200, body: '{"content":[],"nextCursor":"again"}' })
    expect((await notes('notes/note-0002/transcript')).status).toBe(502)
    expect(tiro.calls).toHaveLength(2)
  })

  it('ends with 502 when it needs more calls than SUBREQUESTS allows', async () => {
    const { notes, tiro } = connect({ SUBREQUESTS: '2' })
    const [first] = tiro.state.paragraphs.get('note-0009') ?? []
    if (first)
      tiro.state.paragraphs.set(
        'note-0009',
        Array.from({ length: 2001 }, (_, at) => ({ ...first, uuid: `${at}` })),
      )
    const { status, json } = await notes('notes/note-0009/transcript')
    expect(status).toBe(502)
    expect(json.error).toContain('SUBREQUESTS')
    expect(tiro.calls).toHaveLength(2)
  })
})

describe('a part of a transcript', () => {
  const at = (minute: number) => new Date(Date.parse('2026-09-04T09:00:00Z') + minute * 60_000).toISOString()
  const say = (minute: number, personName: string, content: string) => ({
    ...{ uuid: `${minute}`, timeFrom: at(minute), timeTo: at(minute + 1), locked: false },
    transcript: { type: 'text/plain', content },
    diarizedSegments: [{ content, speaker: { label: 'A', personName } }],
  })
  const MEETING = [
    ...Array.from({ length: 20 }, (_, n) => say(n, n % 2 ? '민지' : '서연', n === 15 ? '예산은 삼백만 원' : `말 ${n}`)),
    {
      ...say(20, '', ''),
      transcript: null,
      diarizedSegments: [
        { content: '네?', speaker: { label: 'A', personName: '서연' } },
        { content: '그래요.', speaker: { label: 'B', personName: '준호' } },
      ],
    },
  ]
  const part = async (query: Record<string, string>) => {
    const { notes, tiro } = connect()
    tiro.fail({ kind: 'status', status: 200, body: JSON.stringify({ content: MEETING, nextCursor: null }) })
    const { status, json } = await notes(`notes/note-0002/transcript?${new URLSearchParams(query)}`)
    return { status, error: json.error, ...json.transcript }
  }

  it('is by position, and says what it covers', async () => {
    expect(await part({ at: '00:18:30' })).toMatchObject({
      text: '서연: 말 18\n\n민지: 말 19\n\n서연: 네?\n준호: 그래요.',
      part: { utterances: 3, of: 21, from: '00:18:30', to: '00:21:00', ends_at: '00:21:00', matches: null },
      locked_paragraphs: 0,
    })
    expect((await part({ at: '00:02:30', until: '00:02:50' })).paragraphs).toHaveLength(1)
  })

  it('is what one says, also among several, or where something is said', async () => {
    expect((await part({ speaker: '준호' })).text).toBe('서연: 네?\n준호: 그래요.')
    expect((await part({ speaker: '민수' })).part).toMatchObject({
      utterances: 0,
      speakers: ['서연', '민지', '준호'],
    })
    const { text, part: found } = await part({ around: '예산은' })
    expect(text.split('\n\n')).toHaveLength(5)
    expect(found).toMatchObject({ matches: 1, from: '00:00:00', to: '00:21:00' })
  })

  it('is found by what is said, not by who says it', async () => {
    expect((await part({ around: '민지' })).part).toMatchObject({ matches: 0 })
  })

  it('beyond the end is 400, and says where the words end', async () => {
    expect(await part({ at: '00:30:00' })).toEqual({
      status: 400,
      error: 'at: is beyond the end: the words end at 00:21:00',
    })
  })

  it('may be in a format, as the whole may', async () => {
    expect(await part({ at: '00:18:30', until: '00:19:30', format: 'text' })).toMatchObject({
      ...{ format: 'text', text: '[00:18:00] 서연: 말 18\n[00:19:00] 민지: 말 19' },
      paragraphs: [{ speaker: '서연' }, { speaker: '민지' }],
    })
    expect((await part({ format: 'srt' })).text).toMatch(/^1\n00:00:00,000 --> 00:01:00,000\n서연: 말 0\n/)
    expect(JSON.parse((await part({ format: 'json' })).text)).toHaveLength(21)
  })
})
