/** The languages of every page. */
export type Language = 'en' | 'ko'

const en = {
  skip: 'Skip to the content',
  language: 'Language',
  docs: 'Docs',
  copy: 'Copy',
  copied: 'Copied',
  stay: 'Go back',
  leave: 'Close anyway',
  unsaved: 'What you entered is not saved.',
  main: 'Main',
  save: 'Save',
  show: 'Show',
  hide: 'Hide',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  repeat: 'Try again',
  actions: 'Actions',
  revoke: 'Revoke',
  loading: 'Loading',
  never: 'never',
  notYet: 'not yet',
  unknown: 'unknown',
}

const ko: typeof en = {
  skip: '본문으로 건너뛰기',
  language: '언어',
  docs: '문서',
  copy: '복사',
  copied: '복사됨',
  stay: '돌아가기',
  leave: '그래도 닫기',
  unsaved: '입력한 내용이 저장되지 않았습니다.',
  main: '주 메뉴',
  save: '저장',
  show: '보기',
  hide: '숨기기',
  cancel: '취소',
  close: '닫기',
  done: '완료',
  repeat: '다시 시도',
  actions: '작업',
  revoke: '폐기',
  loading: '불러오는 중',
  never: '없음',
  notYet: '아직 없음',
  unknown: '알 수 없음',
}

/** The texts that all pages and shared elements use. */
export const commonTexts = { en, ko }
