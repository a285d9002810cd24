import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Clock } from '../simulators/clock.ts'
import { createPlaud, recording, transcript, USER_TOKEN } from '../simulators/recorder/index.ts'
import { createGateway } from '../support/gateway.ts'
import { createWorldAt } from '../support/world.ts'
import { connect } from './clients.ts'

afterEach(() => vi.restoreAllMocks())

const WORDS = '오늘 회의에서는 신제품 출시 일정을 다음 달 셋째 주로 미루기로 결정했고 예산은 재무팀이 확인합니다'.split(
  ' ',
)

/** A meeting of 76 minutes in Korean. */
const UTTERANCES = Array.from({ length: 1500 }, (_, n) => ({
  start_time: n * 3000,
  end_time: n * 3000 + 2900,
  speaker: ['김민수', '이서연', '박준호'][n % 3] ?? '',
  original_speaker: `Speaker ${n % 3}`,
  content: `${n}번째: ${WORDS.slice(n % 5, (n % 5) + 8).join(' ')}`,
}))

async function setMeeting() {
  const clock = new Clock()
  const meeting = recording({
    filename: '긴 회의',
    start_time: Date.parse('2026-11-20T01:00:00Z'),
    duration: 4_500_000,
    transcript: transcript(UTTERANCES),
  })
  createWorldAt(clock, createPlaud({ clock, recordings: [meeting] }))
  const gateway = createGateway({ RECORDER_TOKEN: USER_TOKEN })
  const client = await connect(gateway)
  const whole = async (format: string) => {
    const { json } = await gateway.call(`/api/v1/recorder/files/${meeting.id}/transcript?format=${format}`)
    return json.text as string
  }
  return { id: meeting.id, client, whole }
}

/** All parts, requested as each one says. */
async function readAll(ask: (offset: number) => Promise<{ texts: string[] }>) {
  const parts: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { texts } = await ask(offset)
    expect(countTokens(texts.join('\n'))).toBeLessThanOrEqual(18_000)
    const { text, next_offset = null } = JSON.parse(texts[0] ?? '')
    parts.push(text)
    if (next_offset !== null) expect(texts[1]).toContain(`offset: ${next_offset}`)
    offset = next_offset
  }
  return parts
}

describe('a long transcript in Korean', () => {
  it.each(['text', 'srt', 'vtt', 'plain', 'markdown'])('is read whole in parts, as %s', async (format) => {
    const { id, client, whole } = await setMeeting()
    const parts = await readAll((offset) => client.callTool('recorder_get_transcript', { id, format, offset }))
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.length).toBeLessThan(10)
    expect(parts.join('')).toBe(await whole(format))
    // No line and no subtitle is torn apart.
    for (const part of parts.slice(0, -1))
      expect(part.endsWith(format === 'text' || format === 'plain' ? '\n' : '\n\n')).toBe(true)
  })

  it('is empty past its end', async () => {
    const { id, client } = await setMeeting()
    const { texts } = await client.callTool('recorder_get_transcript', { id, offset: 10_000_000 })
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ text: '', next_offset: null })
  })

  it.each(['soon', -1, 1.5])('offset %s is 400', async (offset) => {
    const { id, client } = await setMeeting()
    const { isError, texts } = await client.callTool('recorder_get_transcript', { id, offset })
    expect({ isError, texts }).toEqual({
      isError: true,
      texts: [expect.stringContaining('offset: must be next_offset')],
    })
  })
})
