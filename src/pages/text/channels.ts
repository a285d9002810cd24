import type { Channel } from '../../base/channels.ts'

/** Where notifications of people go: the names of the products, and where each shows its address. */
const en = {
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
  askDoneHint: (name: string) => `Check ${name}. You can change this under Notifications.`,
  checkArrival: (name: string) => `The test message was sent. Check ${name}.`,
  askFailed: 'It is saved, but the test message did not arrive',
  manage: 'Open Notifications',
  /** Beside the optional name. */
  nameHint: 'Where it goes, such as "#operations" or "Mina", to tell notifications apart.',
  address: 'Address for notifications',
  addressHint: (hasEmail: boolean) =>
    `Paste an address from Slack, Discord, Google Chat, Teams or Telegram${hasEmail ? ', an e-mail address' : ''}, or a webhook.`,
  /** What was pasted. */
  found: {
    slack: 'This is a Slack address.',
    discord: 'This is a Discord address.',
    google_chat: 'This is a Google Chat address.',
    teams: 'This is a Microsoft Teams address.',
    telegram: 'This is a Telegram address.',
    email: 'This is an e-mail address.',
    webhook: 'This is a webhook. It receives JSON, for Make, n8n, Zapier or your own program.',
  } as Record<Channel, string>,
  foundToken: 'This is a Telegram bot. Enter the chat ID as well.',
  chat: 'Chat ID',
  chatHint: 'The number of the chat in which the bot writes, such as 123456789, or @name of a channel.',
  chatMissing: 'Enter the chat ID.',
  missing: 'Paste an address that starts with https://',
  missingOrMail: 'Paste an address that starts with https://, or an e-mail address.',
  opens: (name: string) =>
    `This link only opens ${name}. Paste the webhook address instead. The steps below show where it is.`,
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
    email: ['Enter the e-mail address.', 'If no test message arrives, check the spam folder.'],
    webhook: [
      '**Make**: add the module **Webhooks** > **Custom webhook** and copy the address that it shows.',
      '**n8n**: add the node **Webhook**, choose **POST** and copy its **Production URL**.',
      '**Zapier**: choose the trigger **Webhooks by Zapier** > **Catch Hook** and copy the address.',
    ],
  } as Record<Channel, string[]>,
  guideNames: { webhook: 'Make, n8n, Zapier' } as Partial<Record<Channel, string>>,
}

const ko: typeof en = {
  names: {
    slack: '슬랙',
    discord: '디스코드',
    google_chat: 'Google Chat',
    teams: 'Microsoft Teams',
    telegram: '텔레그램',
    email: '이메일',
    webhook: '웹훅',
  },
  ask: '문제가 생기면 어디로 알려 드릴까요?',
  askLead: '계정 연결이 끊기거나 곧 만료될 때, 그리고 다시 정상이 되면 메시지를 보내 드립니다.',
  send: '테스트 메시지 보내기',
  later: '나중에',
  askDone: '테스트 메시지를 보냈습니다.',
  askDoneHint: (name) => `${name}에서 확인해 보세요. 알림 메뉴에서 언제든 바꿀 수 있습니다.`,
  checkArrival: (name) => `테스트 메시지를 보냈습니다. ${name}에서 확인해 보세요.`,
  askFailed: '저장했습니다. 테스트 메시지는 보내지 못했습니다',
  manage: '알림 보기',
  nameHint: '"#운영"이나 "민지"처럼 어디로 가는지 적어 두면 알림끼리 구분하기 쉽습니다.',
  address: '알림 받을 주소',
  addressHint: (hasEmail) =>
    `슬랙, 디스코드, Google Chat, Teams, 텔레그램의 주소나 ${hasEmail ? '이메일 주소, ' : ''}웹훅 URL을 붙여 넣으세요.`,
  found: {
    slack: '슬랙 주소입니다.',
    discord: '디스코드 주소입니다.',
    google_chat: 'Google Chat 주소입니다.',
    teams: 'Microsoft Teams 주소입니다.',
    telegram: '텔레그램 주소입니다.',
    email: '이메일 주소입니다.',
    webhook: '웹훅 URL입니다. Make, n8n, Zapier나 직접 만든 프로그램에 JSON을 보냅니다.',
  },
  foundToken: '텔레그램 봇입니다. 채팅 ID도 입력하세요.',
  chat: '채팅 ID',
  chatHint: '봇이 메시지를 보낼 채팅의 번호(예: 123456789)나 채널의 @이름입니다.',
  chatMissing: '채팅 ID를 입력하세요.',
  missing: 'https://로 시작하는 주소를 붙여 넣으세요.',
  missingOrMail: 'https://로 시작하는 주소나 이메일 주소를 붙여 넣으세요.',
  opens: (name) => `${name} 화면을 여는 링크입니다. 아래 안내대로 웹훅 URL을 찾아 붙여 넣으세요.`,
  noEmail: '이 게이트웨이는 이메일을 보낼 수 없습니다. 다른 주소를 붙여 넣으세요.',
  how: '주소는 어디에 있나요?',
  guides: {
    slack: [
      '[api.slack.com/apps](https://api.slack.com/apps)를 열고 **Create New App** > **From scratch**를 누르세요.',
      '**Incoming Webhooks**를 켜고 **Add New Webhook to Workspace**를 누르세요.',
      '채널을 고르고 **Webhook URL**을 복사하세요.',
    ],
    discord: [
      '서버 설정을 열고 **연동** > **웹후크**를 고르세요.',
      '**새 웹후크**를 누르고 채널을 고르세요.',
      '**웹후크 URL 복사**를 누르세요.',
    ],
    google_chat: [
      '컴퓨터에서 스페이스를 열고 이름을 눌러 **앱 및 통합** > **웹훅**을 고르세요.',
      '**웹훅 추가**를 누르고 이름을 입력한 뒤 저장하세요.',
      '표시된 링크를 복사하세요.',
    ],
    teams: [
      '채널의 **...**을 누르고 **워크플로**(Workflows)를 고르세요.',
      '**채널에 웹훅 알림 보내기**(Send webhook alerts to a channel)를 고르고 **다음**, **저장**을 누르세요.',
      '표시된 주소를 복사하세요.',
    ],
    telegram: [
      '[@BotFather](https://t.me/BotFather)에게 `/newbot`을 보내고, 받은 봇 토큰을 위에 붙여 넣으세요.',
      '새 봇에게 아무 말이나 보내거나, 봇을 그룹에 초대하세요.',
      '`https://api.telegram.org/bot<토큰>/getUpdates`를 열면 `"chat":{"id":` 뒤의 숫자가 채팅 ID입니다.',
    ],
    email: ['이메일 주소를 입력하세요.', '테스트 메시지가 오지 않으면 스팸함을 확인하세요.'],
    webhook: [
      '**Make**: **Webhooks** > **Custom webhook** 모듈을 추가하고 표시된 주소를 복사하세요.',
      '**n8n**: **Webhook** 노드를 추가해 **POST**를 고르고 **Production URL**을 복사하세요.',
      '**Zapier**: 트리거로 **Webhooks by Zapier** > **Catch Hook**을 고르고 주소를 복사하세요.',
    ],
  },
  guideNames: {},
}

export const channelsTexts = { en, ko }
export type ChannelsTexts = typeof en
