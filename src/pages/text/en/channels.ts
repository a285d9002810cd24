import type { Channel } from '../../../base/channels.ts'

/** Where notifications of people go: the names of the products, and where each shows its address. */
export const channels = {
  names: {
    slack: 'Slack',
    discord: 'Discord',
    google_chat: 'Google Chat',
    teams: 'Microsoft Teams',
    telegram: 'Telegram',
    email: 'E-mail',
    webhook: 'Webhook',
  } as Record<Channel, string>,
  ask: 'Where shall we tell you when something breaks?',
  askLead: 'You get a message when an account no longer works or expires soon, and when it works again.',
  send: 'Send a test message',
  later: 'Later',
  askDone: 'Done. The test message was sent.',
  askDoneHint: (name: string) => `Look at ${name}. You can change it under Notifications.`,
  checkArrival: (name: string) => `The test message was sent. Look at ${name}.`,
  askFailed: 'It is saved, but the test message did not arrive',
  manage: 'Open Notifications',
  /** Beside the optional name. */
  nameHint: 'Which one it is, such as "#operations" or "Mina". It tells two notifications apart.',
  address: 'Address for notifications',
  addressHint: (hasEmail: boolean) =>
    `Paste the address of Slack, Discord, Google Chat, Teams or Telegram${hasEmail ? ', an e-mail address' : ''}, or a webhook.`,
  /** What was pasted. */
  found: {
    slack: 'This is an address of Slack.',
    discord: 'This is an address of Discord.',
    google_chat: 'This is an address of Google Chat.',
    teams: 'This is an address of Microsoft Teams.',
    telegram: 'This is an address of Telegram.',
    email: 'This is an e-mail address.',
    webhook: 'This is a webhook. It gets JSON: for Make, n8n, Zapier or your own program.',
  } as Record<Channel, string>,
  foundToken: 'This is a bot of Telegram. Enter the chat as well.',
  chat: 'Chat ID',
  chatHint: 'The number of the chat in which the bot writes, such as 123456789, or @name of a channel.',
  chatMissing: 'Enter the chat ID.',
  missing: 'Paste an address that starts with https://',
  missingOrMail: 'Paste an address that starts with https://, or an e-mail address.',
  opens: (name: string) => `This link opens ${name} for people. Paste the address of a webhook: see below where it is.`,
  noEmail: 'This gateway cannot send e-mail. Choose another address.',
  how: 'Where do I find the address?',
  guides: {
    slack: [
      'Open [api.slack.com/apps](https://api.slack.com/apps) and press **Create New App** > **From scratch**.',
      'Choose **Incoming Webhooks**, switch it on, and press **Add New Webhook to Workspace**.',
      'Choose the channel, and copy the **Webhook URL**.',
    ],
    discord: [
      'Open the settings of the server: **Integrations** > **Webhooks**.',
      'Press **New Webhook** and choose the channel.',
      'Press **Copy Webhook URL**.',
    ],
    google_chat: [
      'Open the space on a computer and press its name: **Apps & integrations** > **Webhooks**.',
      'Press **Add webhook**, enter a name and save.',
      'Copy its link.',
    ],
    teams: [
      'Press **...** at the channel and choose **Workflows**.',
      'Choose **Send webhook alerts to a channel**, and press **Next** and **Save**.',
      'Copy the address that it shows.',
    ],
    telegram: [
      'Write `/newbot` to [@BotFather](https://t.me/BotFather), and paste the token of the bot above.',
      'Write something to your new bot, or add it to a group.',
      'Open `https://api.telegram.org/bot<token>/getUpdates`. The number after `"chat":{"id":` is the chat ID.',
    ],
    email: ['Enter the e-mail address.', 'If no test message comes, look into the spam folder.'],
    webhook: [
      '**Make**: add the module **Webhooks** > **Custom webhook** and copy the address that it shows.',
      '**n8n**: add the node **Webhook**, choose **POST** and copy its **Production URL**.',
      '**Zapier**: choose the trigger **Webhooks by Zapier** > **Catch Hook** and copy the address.',
    ],
  } as Record<Channel, string[]>,
  guideNames: { webhook: 'Make, n8n, Zapier' } as Partial<Record<Channel, string>>,
}
