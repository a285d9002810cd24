import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'Open the [Google Cloud console](https://console.cloud.google.com) and create or choose a project.',
    'Enable the [YouTube Data API v3](https://console.cloud.google.com/apis/library/youtube.googleapis.com).',
    'In **Credentials**, choose **Create credentials** > **API key**.',
    'Copy the key and paste it into the box.',
  ],
  notes: [
    'Restrict the key to the YouTube Data API v3. Do not restrict it to IP addresses: the gateway has no fixed one.',
    'Transcripts need no key. Without it, expect empty values about a video: date, category and likes always, and often length, views, description and channel id.',
  ],
  uncertain: [],
}

const ko: Guide = {
  steps: [
    '[Google Cloud 콘솔](https://console.cloud.google.com)을 열고 프로젝트를 만들거나 선택하세요.',
    '[YouTube Data API v3](https://console.cloud.google.com/apis/library/youtube.googleapis.com)를 사용 설정하세요.',
    '**Credentials**(사용자 인증 정보)에서 **Create credentials**(사용자 인증 정보 만들기) > **API key**(API 키)를 선택하세요.',
    '키를 복사해 상자에 붙여 넣으세요.',
  ],
  notes: [
    '키를 YouTube Data API v3로만 제한하세요. 게이트웨이는 고정 주소가 없으므로 IP 주소로는 제한하지 마세요.',
    '자막에는 키가 필요 없습니다. 키가 없으면 동영상 정보의 날짜, 카테고리, 좋아요 수는 비어 있고, 길이, 조회수, 설명, 채널 ID도 자주 비어 있습니다.',
  ],
  uncertain: [],
}

export const guide = { en, ko }
