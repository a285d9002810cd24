import { expect, it } from 'vitest'
import { describeDeliveryError, withTitles } from '../../../src/pages/events/names.ts'
import { shortenUrl } from '../../../src/pages/events/url.ts'
import { channelsTexts } from '../../../src/pages/text/channels.ts'
import { eventsTexts } from '../../../src/pages/text/events.ts'
import { firstTexts } from '../../../src/pages/text/first.ts'

/** How the app names endpoints, whose URLs may be secrets (docs/spec/admin.md, "Events in the app"). */

it('two endpoints of one host are told apart by the end of their paths', () => {
  const slack = 'https://hooks.slack.com/services/T0000000000/B0000000000/'
  expect(shortenUrl(`${slack}abcdefghijklmnopqrstuvwx`)).toBe('hooks.slack.com/…stuvwx')
  expect(shortenUrl(`${slack}abcdefghijklmnopqrstuvwy`)).toBe('hooks.slack.com/…stuvwy')
})

it.each([
  ['https://n8n.example.com:5678/webhook/1', 'n8n.example.com:5678/…k/1'],
  ['https://a.example/hook?key=0123456789', 'a.example/…456789'],
  ['https://a.example/1', 'a.example/…1'],
  ['https://a.example/', 'a.example'],
])('%s is %s, a third of its path at most', (url, shown) => {
  expect(shortenUrl(url)).toBe(shown)
})

it.each([
  ['the endpoint answered 500', '주소의 응답: 500'],
  ['the endpoint is gone', '주소의 응답: 410'],
  ['no answer within 15 s', '15초 안에 응답 없음'],
  ['Telegram answered 400: Bad Request: chat not found', '주소의 응답: 400 (Bad Request: chat not found)'],
  ['Slack does not deliver to this address any more (404: no_service)', '틀렸거나 삭제된 주소'],
  ['Discord asks to wait (429)', '한꺼번에 너무 많이 보냄'],
  ['Cloudflare did not take the e-mail: E_RECIPIENT_NOT_ALLOWED', '이메일이 접수되지 않음(E_RECIPIENT_NOT_ALLOWED)'],
])('%s is said in the language of the page', (error, words) => {
  expect(describeDeliveryError(eventsTexts.ko, error)).toBe(words)
})

it('no two notifications have the same title', () => {
  const one = (
    id: string,
    channel: 'slack' | 'discord' | 'webhook',
    url: string,
    description: string | null = null,
  ) => {
    const types =
      channel === 'webhook' ? (['notes.note.created'] as const) : (['account.rejected', 'account.expiring'] as const)
    return { id, channel, url, description, types: [...types], key_id: 'admin' }
  }
  const texts = { events: eventsTexts.ko, channels: channelsTexts.ko, words: firstTexts.ko.words }
  const titles = withTitles(
    [
      one('1', 'slack', 'https://hooks.slack.com/…'),
      one('2', 'discord', 'https://discord.com/…'),
      one('3', 'slack', 'https://hooks.slack.com/…'),
      one('4', 'slack', 'https://hooks.slack.com/…', '#운영'),
      one('5', 'webhook', 'https://hook.eu2.make.com/0123456789abcdef'),
      one('6', 'webhook', 'https://hook.eu2.make.com/0123456789abcdee'),
    ],
    texts,
  ).map(({ title }) => title)
  const note = texts.words.eventTypes['notes.note.created']
  expect(titles).toEqual([
    '계정 상태와 접근 권한 (슬랙) 1',
    '계정 상태와 접근 권한 (디스코드)',
    '계정 상태와 접근 권한 (슬랙) 2',
    '#운영',
    `${note} (hook.eu2.make.com/…abcdef)`,
    `${note} (hook.eu2.make.com/…abcdee)`,
  ])
})
