const en = {
  title: (name: string) => `Data of ${name}`,
  titleAll: 'Data of all accounts',
  lead: 'What this gateway stores. Download it as JSON, without credentials.',
  credential: 'Credential',
  credentials: {
    kept: 'stored here, encrypted',
    secret: 'in the installation settings (a secret at Cloudflare)',
    none: 'none',
  },
  connected: (count: number) => (count === 1 ? '1 account connected' : `${count} accounts connected`),
  tokens: 'Tokens',
  searches: 'Search history',
  bills: 'Bills sent',
  links: 'Links for customers',
  /** @param groups none for all of them */
  events: 'Notifications',
  deliveries: 'Deliveries',
  download: 'Download',
  erase: 'Erase',
  eraseLead:
    'Erasing disconnects the account and permanently deletes all of the above. Data at the service itself stays there. Keys, usage counts and the activity log stay.',
  eraseAllLead:
    'Erasing disconnects every account and permanently deletes all of the above. Data at the services themselves stays there. Keys, usage counts and the activity log stay.',
  leavesList: 'The account also disappears from the list.',
  understood: 'I want to erase this. This cannot be undone.',
  typeHost: (host: string) => `This cannot be undone. To erase everything, type ${host}`,
  erased: (name: string) => `The data of ${name} is erased.`,
  erasedAll: 'The data of all accounts is erased.',
  secretRemains: (names: string) =>
    `The installation settings still have a secret for ${names}. It is no longer used. Delete it there.`,
}

const ko: typeof en = {
  title: (name) => `${name} 데이터`,
  titleAll: '저장된 모든 데이터',
  lead: '이 게이트웨이에 저장된 데이터입니다. 로그인 정보를 뺀 내용을 JSON으로 내려받을 수 있습니다.',
  credential: '로그인 정보',
  credentials: { kept: '암호화되어 저장됨', secret: '설치 설정(Cloudflare 시크릿)', none: '없음' },
  connected: (count) => `계정 ${count}개 연결됨`,
  tokens: '토큰',
  searches: '검색 기록',
  bills: '보낸 청구서',
  links: '연결 요청 링크',
  events: '알림',
  deliveries: '전송 기록',
  download: '내려받기',
  erase: '삭제',
  eraseLead:
    '삭제하면 계정 연결이 해제되고 위의 내용이 모두 영구히 지워집니다. 서비스에 저장된 내용은 그대로 남고, 키와 사용량, 활동 기록도 남습니다.',
  eraseAllLead:
    '삭제하면 모든 계정의 연결이 해제되고 위의 내용이 모두 영구히 지워집니다. 각 서비스에 저장된 내용은 그대로 남고, 키와 사용량, 활동 기록도 남습니다.',
  leavesList: '계정도 목록에서 사라집니다.',
  understood: '삭제하겠습니다. 되돌릴 수 없다는 것을 알고 있습니다.',
  typeHost: (host) => `되돌릴 수 없습니다. 모두 삭제하려면 다음을 입력하세요: ${host}`,
  erased: (name) => `${name} 데이터를 삭제했습니다.`,
  erasedAll: '모든 계정의 데이터를 삭제했습니다.',
  secretRemains: (names) => `${names} 시크릿이 설치 설정에 남아 있습니다. 더 이상 쓰지 않으니 삭제하세요.`,
}

export const dataTexts = { en, ko }
