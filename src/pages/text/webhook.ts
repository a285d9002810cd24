const en = {
  title: 'Instant notifications from Notion',
  lead: 'By default, the gateway checks for changes every two minutes. With this, Notion reports them within a minute, and comments on pages that did not change as well.',
  enter:
    'Open your connection in the [Developer portal of Notion](https://app.notion.com/developers/connections), tab **Webhooks**, and choose **Create a subscription**. Enter this address:',
  choose:
    'Choose the types **Page** (created, content updated, properties updated, deleted, undeleted) and **Comment** (created), and finish.',
  verify: 'Notion sends a token here. Click **Verify** there and paste it:',
  url: 'Webhook URL',
  token: 'Verification token',
  waiting: 'No token received yet. Finish the steps in Notion, or click "Resend token" there, then check again.',
  received: (when: string) => `Received ${when}`,
  active: (when: string) => `Notion sends changes. Last received ${when}.`,
  reload: 'Check again',
  waitingToken: (when: string) =>
    `Another token came ${when}. Use it only if you have created the webhook again in Notion: anybody who knows the address can send one. Until you use it, the present one stays.`,
  take: 'Use the new token',
}

const ko: typeof en = {
  title: '노션 즉시 알림',
  lead: '설정하지 않아도 2분마다 변경을 확인합니다. 설정하면 노션이 1분 안에 변경을 알려 주고, 내용이 바뀌지 않은 페이지의 댓글도 알려 줍니다.',
  enter:
    '[노션 개발자 포털](https://app.notion.com/developers/connections)에서 연결을 열고 **웹훅**(Webhooks) 탭의 **구독 만들기**(Create a subscription)를 선택한 뒤 이 주소를 입력하세요.',
  choose:
    '**페이지**(생성, 콘텐츠 업데이트, 속성 업데이트, 삭제, 복원)와 **댓글**(생성) 유형을 고르고 만들기를 마치세요.',
  verify: '노션이 이곳으로 토큰을 보냅니다. 노션에서 **확인**(Verify)을 누르고 붙여 넣으세요.',
  url: '웹훅 URL',
  token: '확인 토큰',
  waiting:
    '아직 토큰이 오지 않았습니다. 노션에서 위 단계를 마치거나 "토큰 다시 보내기"(Resend token)를 누른 뒤 다시 확인하세요.',
  received: (when) => `${when}에 받음`,
  active: (when) => `노션이 변경을 보내고 있습니다. 마지막: ${when}`,
  reload: '다시 확인',
  waitingToken: (when) =>
    `${when}에 다른 토큰이 왔습니다. 노션에서 웹훅을 다시 만들었을 때만 쓰세요. 주소를 아는 사람은 누구나 토큰을 보낼 수 있습니다. 바꾸기 전까지는 지금 토큰을 씁니다.`,
  take: '새 토큰 쓰기',
}

export const webhookTexts = { en, ko }
