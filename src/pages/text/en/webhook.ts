export const webhook = {
  title: 'Instant notifications of Notion',
  lead: 'By default, the gateway checks for changes every two minutes. With this, Notion reports them within a minute, and comments on pages that did not change as well.',
  enter:
    'Open your connection in the [Developer portal of Notion](https://app.notion.com/developers/connections), tab **Webhooks**, and choose **Create a subscription**. Enter this address:',
  choose:
    'Choose the types **Page** (created, content updated, properties updated, deleted, undeleted) and **Comment** (created), and create the subscription.',
  verify: 'Notion sends a token here. Click **Verify** there and paste it:',
  url: 'Webhook URL',
  token: 'Verification token',
  waiting: 'No token received yet. Create the subscription, or click "Resend token" in Notion, then check again.',
  received: (when: string) => `Received ${when}`,
  active: (when: string) => `Notion sends changes. Last received ${when}.`,
  reload: 'Check again',
  waitingToken: (when: string) =>
    `Another token came ${when}. Use it only if you have made the subscription again: anybody who knows the address can send one. Until then the present one counts.`,
  take: 'Use the new token',
}
