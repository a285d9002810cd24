import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectNothingUnexpected } from '../../support/world.ts'
import { connect } from './connect.ts'

afterEach(() => vi.restoreAllMocks())

describe('GET /notes/notes/{id}/transcript', () => {
  it('answers the words without markup, and the paragraphs as they come', async () => {
    const { notes, world } = connect()
    const { status, json } = await notes('notes/note-0003/transcript')
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['success', 'transcript'])
    const { text, paragraphs } = json.transcript
    expect(paragraphs[1]).toEqual({
      uuid: '00000000-0003-4000-8000-000000000002',
      timeFrom: 40,
      timeTo: 105,
      locked: true,
      transcript: {
        type: 'text/html',
        content: '<p><b>Tom Rivers</b>: Search is the top complaint.<br/>People type a name &amp; get nothing.</p>',
      },
      summary: { content: 'Search by name is the top complaint.' },
      text: 'Tom Rivers: Search is the top complaint.\nPeople type a name & get nothing.',
    })
    expect(text.startsWith("Maya Ellison: Let's start with what users told us last week.\n\nTom Rivers: ")).toBe(true)
    expect(text.split('\n\n')).toEqual(paragraphs.map((paragraph: { text: string }) => paragraph.text))
    expectNothingUnexpected(world)
  })

  it('gathers a long note over its pages, each paragraph once and in order', async () => {
    const { notes, tiro, asked } = connect()
    const [first] = tiro.state.paragraphs.get('note-0009') ?? []
    if (!first) throw new Error('the seed has no long note')
    const long = Array.from({ length: 2500 }, (_, at) => ({ ...first, uuid: `paragraph-${at}`, timeFrom: at }))
    tiro.state.paragraphs.set('note-0009', long)
    const { json } = await notes('notes/note-0009/transcript')
    expect(json.transcript.paragraphs.map(({ timeFrom }: { timeFrom: number }) => timeFrom)).toEqual(
      long.map(({ timeFrom }) => timeFrom),
    )
    expect(asked()).toHaveLength(3)
    expect(asked()[0]).toBe('GET /v1/external/notes/note-0009/paragraphs?size=1000')
  })

  it('grows while the note is being recorded', async () => {
    const { notes, world } = connect()
    const before = (await notes('notes/note-live/transcript')).json.transcript
    expect(before.paragraphs.at(-1)).toMatchObject({ locked: false, summary: { content: null } })
    world.clock.advance(180_000)
    const after = (await notes('notes/note-live/transcript')).json.transcript
    expect(after.text.startsWith(before.text)).toBe(true)
    expect(after.text.length).toBeGreaterThan(before.text.length)
  })

  it('is empty for a note that nothing was recorded in', async () => {
    const { status, json } = await connect().notes('notes/note-0016/transcript')
    expect(status).toBe(200)
    expect(json).toEqual({ success: true, transcript: { text: '', paragraphs: [] } })
  })

  it('answers 404 for an unknown note', async () => {
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

  it('ends with 502 when a cursor leads to itself', async () => {
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
