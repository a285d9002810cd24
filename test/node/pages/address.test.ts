import { expect, it } from 'vitest'
import { recognise as recogniseAt, telegramAddress } from '../../../src/pages/events/address.ts'
import { describeRefusedUrl } from '../../../src/pages/events/names.ts'
import { eventsTexts } from '../../../src/pages/text/events.ts'

/** What the app says of an address at once, as somebody pastes it. */

const SLACK = 'https://hooks.slack.com/services/T0/B0/abcdefghijklmnopqrstuvwx'
const TOKEN = '123456789:AAExample-Example_ExampleExampleExamp'
const TEAMS = 'https://prod-12.koreacentral.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=a'

const recognise = (pasted: string, gateway = 'http://localhost:8787/#events') => recogniseAt(pasted, gateway)

it.each([
  [SLACK, 'slack', SLACK],
  [`  <${SLACK}>\n`, 'slack', SLACK],
  [`“${SLACK}”`, 'slack', SLACK],
  [`\u200E${SLACK}\u2060`, 'slack', SLACK],
  ['\u200Bme@example.com\u200B', 'email', 'mailto:me@example.com'],
  ['hooks.slack.com/services/T0/B0/abc', 'slack', 'https://hooks.slack.com/services/T0/B0/abc'],
  // As the page of Slack shows it.
  [`curl -X POST -H 'Content-type: application/json' --data '{"text":"Hello"}' ${SLACK}`, 'slack', SLACK],
  ['https://discord.com/api/webhooks/1/abc', 'discord', 'https://discord.com/api/webhooks/1/abc'],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 'google_chat', expect.any(String)],
  ['https://contoso.webhook.office.com/webhookb2/1', 'teams', expect.any(String)],
  [TEAMS, 'teams', TEAMS],
  [telegramAddress(TOKEN, ' -100123 '), 'telegram', `https://api.telegram.org/bot${TOKEN}/sendMessage?chat_id=-100123`],
  ['me@example.com', 'email', 'mailto:me@example.com'],
  ['mailto:me@example.com', 'email', 'mailto:me@example.com'],
  ['https://hook.eu2.make.com/abc', 'webhook', 'https://hook.eu2.make.com/abc'],
  ['http://localhost:5678/webhook/1', 'webhook', 'http://localhost:5678/webhook/1'],
  // The names of products in other hosts say nothing.
  ['https://hooks.slack.com.example.org/services/1', 'webhook', expect.any(String)],
  ['https://example.org/?to=discord.com/api/webhooks/', 'webhook', expect.any(String)],
])('%s is an address of %s', (pasted, channel, url) => {
  expect(recognise(pasted)).toEqual({ channel, url })
})

it.each([
  TOKEN,
  `Use this token to access the HTTP API:\n${TOKEN}\nKeep your token secure`,
  `https://api.telegram.org/bot${TOKEN}/getUpdates`,
])('a bot of Telegram needs a chat: %s', (pasted) => {
  expect(recognise(pasted)).toEqual({ token: TOKEN })
})

it.each([
  ['https://app.slack.com/client/T0/C0', 'slack'],
  ['https://our-shop.slack.com/archives/C0', 'slack'],
  ['https://discord.gg/abc', 'discord'],
  ['https://discord.com/channels/1/2', 'discord'],
  ['https://chat.google.com/room/AAA', 'google_chat'],
  ['https://teams.microsoft.com/l/channel/19', 'teams'],
  ['https://teams.cloud.microsoft/l/channel/19', 'teams'],
  ['https://t.me/our_shop', 'telegram'],
])('%s is for people, and no address of %s', (pasted, opens) => {
  expect(recognise(pasted)).toEqual({ opens })
})

it.each(['', 'slack', 'hooks.slack.com', 'ftp://example.com/a', 'http://example.com/a', '010-1234-5678', 'a@b'])(
  '%s is nothing that can be notified',
  (pasted) => {
    expect(recognise(pasted)).toBeUndefined()
  },
)

it.each([
  ['https://10.0.0.1/x', eventsTexts.ko.urlPrivate],
  ['https://192.168.0.20/hook', eventsTexts.ko.urlPrivate],
  ['https://[::1]/hook', eventsTexts.ko.urlPrivate],
  ['https://0x0a000001/hook', eventsTexts.ko.urlPrivate],
  ['https://nas.local/hook', eventsTexts.ko.urlPrivate],
  ['https://intranet/hook', eventsTexts.ko.urlPrivate],
  ['https://me:secret@hooks.example.com/1', eventsTexts.ko.urlPassword],
  ['https://gateway.example/hooks', eventsTexts.ko.urlOwn],
  ['https://hooks.slack.com/…', eventsTexts.ko.urlMasked],
])('%s is refused at once, with the reason', (pasted, words) => {
  const found = recognise(pasted, 'https://gateway.example/#events')
  expect(found && 'refused' in found && describeRefusedUrl(eventsTexts.ko, found.refused)).toBe(words)
})

it('an address on this machine is one for a gateway on this machine only', () => {
  expect(recognise('http://localhost:5678/1', 'https://gateway.example/')).toEqual({
    refused: expect.stringContaining('must be an https address'),
  })
  expect(recognise('http://localhost:8787/1')).toEqual({ refused: 'must not point to this gateway itself' })
})
