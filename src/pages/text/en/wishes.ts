import type { WishId } from '../../wishes/products.ts'

/** What happens, and an example question where a person asks an AI app. */
export const wishes = {
  leads: {
    'notes-to-notion': 'Each new meeting note of Tiro becomes a page with its summary in a table of Notion.',
    'recordings-to-notion': 'Each recording of Plaud becomes a page in a table of Notion once its summary is ready.',
    'sales-to-slack':
      'Every morning at 8, a channel of Slack has the orders and the sales of yesterday, without Rocket Growth.',
    'unpaid-to-slack': 'Every morning at 9, a channel of Slack has the names of the customers with unpaid bills.',
    'ask-recordings': 'Claude finds and reads your recordings. It cannot change anything.',
    'ask-notes': 'ChatGPT finds and reads your meeting notes. It cannot change anything.',
    'video-summaries': 'Claude reads what is said in a video of YouTube, and sums it up. No account is needed.',
    'replies-to-slack': 'Each reply to a post of yours appears in a channel of Slack, with the post.',
  } satisfies Record<WishId, string>,
  questions: {
    'ask-recordings': 'What did we decide in the last recording, and who does what?',
    'ask-notes': 'What is still to do after the meetings of this week?',
    'video-summaries': 'Sum up this video in five sentences: (its address)',
  } as Partial<Record<WishId, string>>,
  /** In the language of the owner, because a program sends them. Names in braces become values. */
  messages: {
    sales: 'Sales of {day} without Rocket Growth: {orders} orders, {amount} won',
    unpaid: '{count} unpaid bills: {names}',
    reply: '@{who} replied: {reply}\nYour post: {post}',
    replies: '{count} replies to your newest post ({post}): {replies}',
  },
  needs: 'It needs',
  needsNothing: 'It needs no account.',
  connected: 'Connected',
  notConnected: 'Not connected',
  connectNext: (name: string) => `Connect ${name}`,
  make: 'Create its key and file',
  rights: (groups: string, readOnly: boolean) =>
    readOnly ? `Its key only reads ${groups}.` : `Its key opens only ${groups}.`,
  where: 'Where to?',
  table: 'Table of Notion',
  noTable:
    'No table is shared with the connection. In Notion, open the table, its menu **...**, **Connections**, and choose yours.',
  reload: 'Look again',
  slack: 'Address of the channel',
  slackHint:
    'Create an **Incoming Webhook** at [api.slack.com/apps](https://api.slack.com/apps), and paste its address.',
  file: 'The file',
  sample: 'The sample',
  webhook: 'Address that you copied',
  webhookHint: 'From now on, this address receives each new event. The sample looks like one.',
  webhookWrong: 'An address that starts with https://',
  send: 'Connect and send a sample',
  sent: (status: string) => `The sample was accepted (${status}).`,
  notSent: (why: string) => `The sample was not accepted: ${why}. Is the workflow switched on? Then send it again.`,
  question: 'Ask, for example:',
  consent: (groups: string) => `On the page of this gateway, choose only ${groups}, and read only.`,
  firstRequest: 'The first request',
  notTaken: 'You have not taken the file. Its key cannot be shown again.',
}
