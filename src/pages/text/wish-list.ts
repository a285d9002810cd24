/** What an owner may want, and the list of it. */
const en = {
  title: 'What do you want to do?',
  lead: 'Choose one. You connect only the accounts that it needs, and get a finished file with its own key.',
  all: (count: number) => `All ${count} ideas`,
  titles: {
    'notes-to-notion': 'Meeting notes into Notion',
    'recordings-to-notion': 'Recordings into Notion',
    'sales-to-slack': "Yesterday's sales every morning in Slack",
    'unpaid-to-slack': 'Who has not paid, every morning in Slack',
    'ask-recordings': 'Ask Claude about my recordings',
    'ask-notes': 'Ask ChatGPT about my meetings',
    'video-summaries': 'Summaries of YouTube videos',
    'replies-to-slack': 'Replies on Threads in Slack',
  },
}

const ko: typeof en = {
  title: '무엇을 하고 싶으세요?',
  lead: '하나를 고르세요. 필요한 계정만 연결하면 전용 키가 든 완성된 파일을 드립니다.',
  all: (count) => `${count}가지 모두 보기`,
  titles: {
    'notes-to-notion': '회의록을 노션에 정리',
    'recordings-to-notion': '녹음을 노션에 정리',
    'sales-to-slack': '어제 매출을 매일 아침 슬랙으로',
    'unpaid-to-slack': '누가 아직 안 냈는지 매일 아침 슬랙으로',
    'ask-recordings': '녹음을 Claude에게 물어보기',
    'ask-notes': '회의록을 ChatGPT에게 물어보기',
    'video-summaries': 'YouTube 영상 요약하기',
    'replies-to-slack': 'Threads에 달린 답글을 슬랙으로',
  },
}

export const wishListTexts = { en, ko }
