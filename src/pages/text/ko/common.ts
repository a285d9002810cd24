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
  actions: '작업',
  revoke: '폐기',
  loading: '불러오는 중',
  never: '없음',
  unknown: '알 수 없음',
}
