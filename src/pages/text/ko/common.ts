import type { Texts } from '../texts.ts'

export const common: Texts['common'] = {
  skip: '본문으로 건너뛰기',
  language: '언어',
  docs: '문서',
  copy: '복사',
  copied: '복사됨',
  show: '보기',
  hide: '숨기기',
  cancel: '취소',
  close: '닫기',
  done: '완료',
  again: '다시 시도',
  loading: '불러오는 중',
  never: '없음',
  unknown: '알 수 없음',
  errors: {
    offline: '게이트웨이가 응답하지 않습니다. 인터넷 연결을 확인하고 다시 시도하세요.',
    tooMany: '시도 횟수가 너무 많습니다. 1분 뒤에 다시 시도하세요.',
    unknown: (status) => `게이트웨이가 이유 없이 ${status}(으)로 응답했습니다.`,
    requestId: '요청',
  },
}
