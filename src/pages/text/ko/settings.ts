import type { Texts } from '../texts.ts'

export const settings: Texts['settings'] = {
  lead: '다시 배포하지 않고 여기에서 바꿀 수 있는 설정입니다.',
  deployed: '배포 설정이 정합니다. 여기에서 바꾸려면 배포에서 그 설정을 지우세요.',
  names: '이름과 시간대',
  serviceName: '가게(서비스) 이름',
  serviceNameHint: '연결 요청 링크와 접근 허용 화면에 표시됩니다. 비워 두면 Latchkey입니다.',
  timeZone: '시간대',
  ownZone: (zone) => `이 브라우저의 시간대 (${zone})`,
  saved: '저장했습니다.',
  origins: '호출할 수 있는 웹 페이지',
  originsLead:
    '다른 사이트의 페이지는 출처를 허용해야 이 게이트웨이를 호출할 수 있습니다. 페이지에는 키도 필요하며, 페이지를 여는 사람은 그 키를 볼 수 있습니다.',
  refused: '최근 7일 동안 거부됨',
  refusedOthers: (count) => `목록에 없는 페이지의 요청이 ${count}건 더 있었습니다.`,
  refusedTimes: (count, last) => `${count}번 거부됨, 마지막 ${last}`,
  allow: '허용',
  allowTitle: '이 페이지의 호출을 허용할까요?',
  allowBody:
    '내 페이지의 주소와 한 글자씩 비교하세요. 이 페이지를 가진 사람은 알고 있는 키로 게이트웨이를 호출할 수 있습니다.',
  notEncrypted:
    '암호화되지 않은 페이지(http)입니다. 같은 네트워크의 다른 사람이 페이지를 바꾸고 키를 읽을 수 있습니다.',
  allowThis: '이 출처 허용',
  allowed: '허용했습니다. 10초 안에 모든 곳에 적용됩니다.',
  allowedTitle: '허용됨',
  noneAllowed: '다른 사이트의 페이지는 호출할 수 없습니다. 프로그램, AI 앱, 이 관리 앱은 허용하지 않아도 됩니다.',
  anyOrigin: '모든 페이지 (*)',
  remove: '허용 취소',
  removed: (origin) => `${origin}의 허용을 취소했습니다.`,
  add: '페이지의 출처',
  addHint: '경로 없이 https://app.example.com 처럼 입력하세요.',
  noOrigin: '출처가 아닙니다. 경로 없이 https://app.example.com 처럼 입력하세요. 20개까지 허용할 수 있습니다.',
}
