import type { Texts } from '../texts.ts'

export const overview: Texts['overview'] = {
  nav: '개요',
  title: '개요',
  api: '내 API',
  address: 'API 주소',
  apiKey: '배포 API 키',
  apiKeyHint: '모든 계정을 엽니다. 다른 사람의 프로그램에는 별도의 키를 발급하세요.',
  reveal: '키 보기',
  licence: '라이선스',
  version: '버전',
  redirect: '리디렉션 URI',
  redirectHint: '클릭으로 연결하려면 Threads 앱에 등록하세요.',
  warnings: '확인할 사항',
  settings: (set, all) => `설정: ${all}개 중 ${set}개 설정됨`,
  isSet: '설정됨',
  isUnset: '설정 안 됨',
}
