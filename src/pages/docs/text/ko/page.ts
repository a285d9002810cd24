import type { DocsTexts } from '../texts.ts'

export const page: DocsTexts['page'] = {
  title: 'API 문서',
  skip: '기능 목록으로 건너뛰기',
  search: '검색',
  searchHint: '녹음, 노션, 웹훅, 429 …',
  found: (count, all) => `안내와 기능 ${all}개 중 ${count}개`,
  nothing: '모든 단어가 들어 있는 안내나 기능이 없습니다. 단어를 줄이거나 제품 이름으로 찾아보세요.',
  contents: '차례',
  guides: '안내',
  key: 'API 키',
  keyHint: '요청을 보내려면 입력',
  keyMissing: 'API 키가 없습니다',
  keyWrong: 'API 키는 공백 없이 영문자, 숫자, 기호로만 되어 있습니다',
  keyAsked: (error) => `${error}. 여기에 입력하고 Enter를 누르세요.`,
  keyNote:
    '입력한 키와 계정 헤더는 이 탭의 메모리에만 있고, 이 게이트웨이로만 보내지며, 페이지를 닫거나 새로 고치면 사라집니다. 기능의 설명은 영어입니다.',
  documents: '프로그램용 문서:',
  unreadable: (reason) => `문서를 읽을 수 없습니다: ${reason}`,
  tiers: { open: '키 없음', basic: 'Basic', pro: 'Pro' },
}
