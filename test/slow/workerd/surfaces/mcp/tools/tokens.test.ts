import * as fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { endWithin, MOST_PER_CHARACTER, tokensIn } from '../../../../../../src/surfaces/mcp/tools/tokens.ts'
import { anyText } from '../../../../../support/any-text.ts'

/** Everyday words of the kinds of text that products send. */
const WORDS = {
  Korean:
    '안녕하세요 오늘 회의에서는 신제품 출시 일정을 다음 달 셋째 주로 미루기로 결정했습니다 김민수 팀장님이 디자인 시안을 금요일까지 공유하고 이서연 님은 결제 모듈 테스트를 맡기로 했어요 그런데 예산은 아직 확정이 안 됐죠 네 재무팀 확인이 필요합니다 뭐랄까 쿠팡 주문 배송 옵션 없는 상품값 읽다 앉아 닭볶음탕',
  English: 'the meeting decided to postpone a launch until next month because legal has not signed off yet Kubernetes',
  Japanese: '今日の 会議では 新製品の 発売日を 来月の 第三週に 延期する ことを 決定しました デザイン案は カタログ',
  Chinese: '今天的 会议决定 将新产品的 发布日期 推迟到 下个月 第三周 设计方案 将在星期五之前 共享 訂單 編號',
  marks: '… — 「」 • → ✅ 😀 👍🏽 ❤️ € ₩ 33,000원 100% #1 (a) "b" [c] {d} a/b c_d e-f',
}

/** All words, in any order and up to three times: a single rare word may take more tokens than the estimate. */
const sentence = (words: string) => {
  const list = words.split(' ')
  const shuffled = fc.shuffledSubarray(list, { minLength: list.length }).map((order) => order.join(' '))
  return fc.array(shuffled, { minLength: 1, maxLength: 3 }).map((sentences) => sentences.join(' '))
}

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
const base64 = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
  minLength: 40,
  maxLength: 80,
})
const moment = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }).map((ms) => new Date(ms).toISOString())

/** An answer as JSON: ids, times, numbers, links and words. */
const row = fc.record({
  id: fc.oneof(hex, fc.uuid()),
  next_cursor: base64,
  start_time: moment,
  amount: fc.integer(),
  is_trash: fc.boolean(),
  title: sentence(WORDS.Korean),
  url: fc.integer({ min: 1e8 }).map((id) => `https://www.coupang.com/vp/products/${id}?itemId=${id}`),
})

const never = (what: fc.Arbitrary<string>) =>
  fc.assert(
    fc.property(what, (text) => tokensIn(text) >= countTokens(text)),
    { numRuns: 60 },
  )

describe('the tokens of a text are never underestimated', () => {
  it.each(Object.entries(WORDS))('%s', (_, words) => never(sentence(words)))

  it('a transcript', () => {
    const line = fc.tuple(fc.integer({ min: 10, max: 59 }), sentence(WORDS.Korean))
    never(
      fc
        .array(line, { minLength: 3 })
        .map((lines) => lines.map(([s, words]) => `[00:12:${s}] 김민수: ${words}`).join('\n')),
    )
  })

  it('rows in JSON', () => never(fc.array(row, { minLength: 3, maxLength: 10 }).map((rows) => JSON.stringify(rows))))
})

it('they are not overestimated too much: twice for English and Korean', () => {
  for (const words of [WORDS.English, WORDS.Korean]) {
    expect(tokensIn(words) / countTokens(words)).toBeLessThan(2)
  }
})

it('no character costs more than the dearest', () => {
  fc.assert(fc.property(anyText(), (text) => tokensIn(text) <= text.length * MOST_PER_CHARACTER))
})

describe('the end within the room', () => {
  const written = (text: string) => tokensIn(JSON.stringify(text).slice(1, -1))

  it('is the last that fits, and one character more does not', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 5, max: 100 }), (text, room) => {
        const end = endWithin(text, 0, room)
        return (
          written(text.slice(0, end)) <= room + 5 && (end === text.length || written(text.slice(0, end + 1)) > room / 8)
        )
      }),
    )
  })

  it('continues from where it starts', () => {
    const text = '가'.repeat(100)
    expect(endWithin(text, 0, 40)).toBe(40)
    expect(endWithin(text, 40, 40)).toBe(80)
    expect(endWithin(text, 80, 40)).toBe(100)
  })

  it('is never within a character', () => {
    for (let room = 1; room < 40; room++) {
      expect(
        '😀'
          .repeat(20)
          .slice(0, endWithin('😀'.repeat(20), 0, room))
          .isWellFormed(),
      ).toBe(true)
    }
  })
})
