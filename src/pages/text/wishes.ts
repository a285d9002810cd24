import type { WishId } from '../wishes/products.ts'

/** What happens, and an example question where a person asks an AI app. */
const en = {
  leads: {
    'notes-to-notion': 'Each new meeting note in Tiro becomes a page with its summary in a Notion table.',
    'recordings-to-notion': 'Each Plaud recording becomes a page in a Notion table once its summary is ready.',
    'sales-to-slack': "Every morning at 8, a Slack channel gets yesterday's orders and sales.",
    'unpaid-to-slack': 'Every morning at 9, a Slack channel gets the names of the customers with unpaid bills.',
    'ask-recordings': 'Claude finds and reads your recordings. It cannot change anything.',
    'ask-notes': 'ChatGPT finds and reads your meeting notes. It cannot change anything.',
    'video-summaries': 'Claude reads the subtitles of a YouTube video and sums them up. No account is needed.',
    'replies-to-slack': 'Each reply to one of your posts appears in a Slack channel, with the post.',
  } satisfies Record<WishId, string>,
  questions: {
    'ask-recordings': 'What did we decide in the last recording, and who does what?',
    'ask-notes': 'What is still to do after the meetings of this week?',
    'video-summaries': 'Sum up this video in five sentences: (its address)',
  } as Partial<Record<WishId, string>>,
  /** In the language of the owner, because a program sends them. Names in braces become values. */
  messages: {
    sales: 'Sales of {day}: {orders} orders, {amount} won',
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
  table: 'Notion table',
  noTable:
    'No table is shared with the connection. In Notion, open the table, its menu **...**, **Connections**, and choose yours.',
  reload: 'Look again',
  slack: 'Address of the channel',
  slackHint:
    'Create an **Incoming Webhook** at [api.slack.com/apps](https://api.slack.com/apps), and paste its address.',
  file: 'The file',
  sample: 'The sample',
  webhook: 'Address that you copied',
  webhookHint: 'From now on, this address receives everything new. The sample looks the same.',
  webhookWrong: 'An address that starts with https://',
  send: 'Connect and send a sample',
  sent: (status: string) => `The sample was accepted (${status}).`,
  notSent: (why: string) => `The sample was not accepted: ${why}. Is the workflow switched on? Then send it again.`,
  question: 'Ask, for example:',
  consent: (groups: string) => `On the page of this gateway, choose only ${groups}, and read only.`,
  firstRequest: 'The first request',
  notTaken: 'You have not saved the file. Its key cannot be shown again.',
}

const ko: typeof en = {
  leads: {
    'notes-to-notion': 'Tiro에 새 회의 노트가 생길 때마다 요약이 담긴 페이지를 노션 표에 만듭니다.',
    'recordings-to-notion': 'Plaud 녹음의 요약이 준비되면 노션 표에 페이지로 만듭니다.',
    'sales-to-slack': '매일 아침 8시에 어제의 주문 수와 매출을 슬랙 채널로 보냅니다.',
    'unpaid-to-slack': '매일 아침 9시에 청구서를 아직 결제하지 않은 고객의 이름을 슬랙 채널로 보냅니다.',
    'ask-recordings': 'Claude가 녹음을 찾아 읽고 대답합니다. 아무것도 바꾸지 못합니다.',
    'ask-notes': 'ChatGPT가 회의록을 찾아 읽고 대답합니다. 아무것도 바꾸지 못합니다.',
    'video-summaries': 'Claude가 YouTube 영상의 자막을 읽고 요약합니다. 연결할 계정은 없습니다.',
    'replies-to-slack': '내 게시물에 답글이 달리면 게시물과 함께 슬랙 채널로 보냅니다.',
  },
  questions: {
    'ask-recordings': '마지막 녹음에서 무엇을 정했고 누가 무엇을 하기로 했어?',
    'ask-notes': '이번 주 회의에서 아직 남은 할 일은 뭐야?',
    'video-summaries': '이 영상을 다섯 문장으로 요약해 줘: (영상 주소)',
  },
  messages: {
    sales: '{day} 매출: 주문 {orders}건, {amount}원',
    unpaid: '미납 {count}건: {names}',
    reply: '@{who}님의 답글: {reply}\n내 게시물: {post}',
    replies: '최근 게시물({post})의 답글 {count}개: {replies}',
  },
  needs: '필요한 계정',
  needsNothing: '연결할 계정이 없습니다.',
  connected: '연결됨',
  notConnected: '연결 안 됨',
  connectNext: (name) => `${name} 연결`,
  make: '키와 파일 만들기',
  rights: (groups, readOnly) =>
    readOnly ? `전용 키는 ${groups}만 조회할 수 있습니다.` : `전용 키는 ${groups}만 쓸 수 있습니다.`,
  where: '어디로 보낼까요?',
  table: '노션 표',
  noTable: '연결이 볼 수 있는 표가 없습니다. 노션에서 표를 열고 **...** 메뉴의 **연결**에서 내 연결을 고르세요.',
  reload: '다시 찾기',
  slack: '채널 주소',
  slackHint:
    '[api.slack.com/apps](https://api.slack.com/apps)에서 **Incoming Webhook**을 만들고 그 주소를 붙여 넣으세요.',
  file: '파일',
  sample: '예시 보내기',
  webhook: '복사한 주소',
  webhookHint: '이제부터 새 소식을 이 주소로 보냅니다. 예시도 같은 형식입니다.',
  webhookWrong: 'https://로 시작하는 주소를 붙여 넣으세요',
  send: '연결하고 예시 보내기',
  sent: (status) => `예시가 도착했습니다 (${status}).`,
  notSent: (why) => `예시를 받지 않았습니다: ${why}. 워크플로를 켠 뒤 다시 보내세요.`,
  question: '이렇게 물어보세요:',
  consent: (groups) => `게이트웨이 화면에서 ${groups}만 고르고 읽기 전용을 선택하세요.`,
  firstRequest: '첫 요청',
  notTaken: '아직 파일을 저장하지 않았습니다. 닫으면 키를 다시 볼 수 없습니다.',
}

export const wishesTexts = { en, ko }
export type WishesTexts = typeof en
