const en = {
  lead: 'Change these without deploying again.',
  deployed: 'This was set at installation. To change it here, remove it from the installation settings.',
  names: 'Name and time zone',
  serviceName: 'Name of your shop or service',
  serviceNameHint: 'Customers read it on links, and programs on the consent page. Empty: Latchkey.',
  timeZone: 'Time zone',
  ownZone: 'Same as this browser',
  searchZone: 'Search for a time zone',
  foundZones: (count: number) => (count === 0 ? 'No time zone found.' : `${count} found. Choose it in the list above.`),
  saved: 'Saved.',
  origins: 'Web pages that may call',
  originsLead:
    'A page of another site may call this gateway only if you allow its origin. The page needs a key as well, and whoever opens it can read that key.',
  refused: 'Refused in the last 7 days',
  refusedOthers: (count: number) =>
    count === 1
      ? 'One request came from a page that is not listed.'
      : `${count} requests came from pages that are not listed.`,
  refusedTimes: (count: number, last: string) => `Refused ${count === 1 ? 'once' : `${count} times`}, last ${last}`,
  allow: 'Allow',
  allowTitle: 'Allow this page to call?',
  allowBody:
    'Compare every letter with the address of your own page. Whoever controls this page can call your gateway with a key.',
  notEncrypted: 'This page is not encrypted (http): others in the same network can change it and read its key.',
  allowThis: 'Allow this origin',
  allowed: 'Allowed. This applies everywhere within 10 seconds.',
  allowedTitle: 'Allowed',
  noneAllowed: 'No page of another site may call. Programs, AI apps and this app need no permission.',
  anyOrigin: 'Every page (*)',
  remove: 'Remove',
  removed: (origin: string) => `${origin} may no longer call.`,
  add: 'Origin of a page',
  addHint: 'Such as https://app.example.com, without a path.',
  noOrigin: 'This is not an origin. Enter an address such as https://app.example.com, without a path. There can be 20.',
}

const ko: typeof en = {
  lead: '다시 설치하지 않고 여기에서 바꿀 수 있는 설정입니다.',
  deployed: '설치할 때 정한 값입니다. 여기에서 바꾸려면 설치 설정에서 이 값을 지우세요.',
  names: '이름과 시간대',
  serviceName: '가게(서비스) 이름',
  serviceNameHint: '연결 요청 링크와 접근 허용 화면에 표시됩니다. 비워 두면 Latchkey입니다.',
  timeZone: '시간대',
  ownZone: '이 브라우저와 같게',
  searchZone: '시간대 검색',
  foundZones: (count) => (count === 0 ? '찾은 시간대가 없습니다.' : `${count}개를 찾았습니다. 위 목록에서 고르세요.`),
  saved: '저장했습니다.',
  origins: '호출할 수 있는 웹 페이지',
  originsLead:
    '다른 사이트의 페이지는 출처를 허용해야 이 게이트웨이를 호출할 수 있습니다. 페이지에는 키도 넣어야 하며, 페이지를 여는 사람은 누구나 그 키를 볼 수 있습니다.',
  refused: '최근 7일 동안 거부됨',
  refusedOthers: (count) => `목록에 없는 페이지의 요청이 ${count}건 더 있었습니다.`,
  refusedTimes: (count, last) => `${count}번 거부됨, 마지막 ${last}`,
  allow: '허용',
  allowTitle: '이 페이지의 호출을 허용할까요?',
  allowBody:
    '내 페이지의 주소와 한 글자씩 비교하세요. 이 페이지를 운영하는 사람은 키만 있으면 게이트웨이를 호출할 수 있습니다.',
  notEncrypted:
    '암호화되지 않은 페이지(http)입니다. 같은 네트워크의 다른 사람이 페이지를 바꾸고 키를 읽을 수 있습니다.',
  allowThis: '이 출처 허용',
  allowed: '허용했습니다. 10초 안에 모든 곳에 적용됩니다.',
  allowedTitle: '허용됨',
  noneAllowed:
    '지금은 다른 사이트의 페이지가 호출할 수 없습니다. 프로그램, AI 앱, 이 관리 앱은 따로 허용하지 않아도 됩니다.',
  anyOrigin: '모든 페이지 (*)',
  remove: '허용 취소',
  removed: (origin) => `${origin} 허용을 취소했습니다.`,
  add: '페이지의 출처',
  addHint: '경로 없이 https://app.example.com처럼 입력하세요.',
  noOrigin: '출처가 아닙니다. 경로 없이 https://app.example.com처럼 입력하세요. 20개까지 허용할 수 있습니다.',
}

export const settingsTexts = { en, ko }
