import { describe, expect, it } from 'vitest'
import { ADDRESSES, createReceivers } from './index.ts'

/** A message that the receiver of this address would post. */
const bodyFor = (url: string): object => {
  const { hostname, searchParams } = new URL(url)
  if (hostname === 'discord.com' || hostname === 'discordapp.com') return { content: 'hello' }
  if (hostname === 'api.telegram.org') return { text: 'hello', chat_id: searchParams.get('chat_id') }
  const content = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'hello' }] }
  const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }]
  return { type: 'message', text: 'hello', attachments }
}

async function post(receivers: ReturnType<typeof createReceivers>, url: string) {
  const answer = await receivers.fetch(new Request(url, { method: 'POST', body: JSON.stringify(bodyFor(url)) }))
  const text = await answer.text()
  return `${answer.status} ${text}`
}

const { slack, discord, google_chat: googleChat, teams, workflows, telegram } = ADDRESSES

describe('a chat', () => {
  it.each([
    ...Object.values(ADDRESSES),
    discord.replace('discord.com/api', 'discordapp.com/api/v10'),
    `${discord}?wait=true`,
    telegram.replace('sendMessage', 'SendMessage'),
  ])('takes %s', async (url) => {
    const receivers = createReceivers()
    expect(await post(receivers, url)).toMatch(/^20\d /)
    expect(receivers.messages).toMatchObject([{ text: 'hello' }])
  })

  it.each([
    [slack.replace('T0SIMULATED', 'T1'), '404 no_team'],
    [slack.replace('B0SIMULATED', 'B1'), '404 no_service'],
    [`${slack}x`, '403 invalid_token'],
    ['https://hooks.slack.com/workflows/T0SIMULATED/A1/x', '404 no_service'],
    ['https://discord.com/api/webhooks/1/wrong', '404 {"message":"Unknown Webhook","code":10015}'],
    [`${discord}x`, '401 {"message":"Invalid Webhook Token","code":50027}'],
    [googleChat.replace('key=', 'key=x'), '400 {"error":{"code":400,"message":"API key not valid. Please pass'],
    [googleChat.replace('AAAASIMULATED', 'B'), '404 {"error":{"code":404,"message":"Space not found"'],
    [`${googleChat}x`, '403 {"error":{"code":403,"message":"The API is called without a valid token.'],
    [teams.replace('haneul', 'other'), '200 Webhook message delivery failed with error: Microsoft Teams endpoint'],
    [`${workflows}x`, '404 {"error":{"code":"WorkflowNotFound"'],
    [telegram.replace('110201543', '1'), '404 {"ok":false,"error_code":404,"description":"Not Found"}'],
    [telegram.replace('-token', '-x'), '401 {"ok":false,"error_code":401,"description":"Unauthorized"}'],
    [`${telegram}1`, '400 {"ok":false,"error_code":400,"description":"Bad Request: chat not found"}'],
  ])('refuses %s, which it never gave out', async (url, answer) => {
    const receivers = createReceivers()
    expect(await post(receivers, url)).toContain(answer)
    expect([receivers.messages, receivers.unexpected]).toEqual([[], []])
  })

  it('takes an address that a test adds', async () => {
    const receivers = createReceivers()
    const added = 'https://hooks.slack.com/services/T0/B0/x'
    receivers.addresses.push(added)
    expect(await post(receivers, added)).toBe('200 ok')
  })
})
