const en = {
  title: 'Connected programs',
  leadLocal:
    'Programs that do not use a key. This gateway runs on your own computer, where claude.ai and ChatGPT cannot reach it. They need a gateway on the internet.',
  lead: (address: string) =>
    `Programs that do not use a key, such as claude.ai and ChatGPT. Give them the address \`${address}\`; they send you here to allow access.`,
  empty: 'No program is connected.',
  unavailable: 'Such programs cannot be connected to this gateway yet.',
  client: 'Program',
  since: 'Since',
  changes: 'Changes allowed',
  payments: 'Payments',
  accounts: 'Accounts',
  accountsTitle: (name: string) => `Accounts of ${name}`,
  accountsSaved: (name: string) => `The accounts of ${name} are changed. This applies everywhere within a minute.`,
  pending: 'Not connected yet',
  limitsHint: 'Payments made today still count. The change applies everywhere within a minute.',
  startConfirming: 'Ask me first',
  stopConfirming: 'Stop asking',
  confirmChanged: (name: string) => `The access of ${name} is changed. It applies everywhere within a minute.`,
  revokeTitle: (name: string) => `Revoke the access of ${name}?`,
  revokeBody: 'It is refused everywhere within a minute. To allow it again, reconnect it.',
  for: (label: string) => `for ${label}`,
  dismiss: 'Remove from the list',
  ended: {
    'token reuse':
      'Ended: one of its refresh tokens was used twice, so it may have been stolen. Reconnect the program, and check what it could read.',
    'code reuse':
      'Ended: its authorization code was used twice, so somebody else may have seen it. Reconnect the program.',
    client: 'Ended by the program.',
    expired: 'Expired: access lasts 90 days. Reconnect the program.',
  },
  revoked: (name: string) => `${name} no longer has access.`,
}

const ko: typeof en = {
  title: '연결된 프로그램',
  leadLocal:
    '키를 쓰지 않는 프로그램입니다. 이 게이트웨이는 내 컴퓨터에서 실행 중이라 claude.ai나 ChatGPT가 연결할 수 없습니다. 연결하려면 인터넷에 설치한 게이트웨이가 필요합니다.',
  lead: (address) =>
    `claude.ai나 ChatGPT처럼 키를 쓰지 않는 프로그램입니다. 프로그램에 주소 \`${address}\`를 입력하면 이곳에서 허용 여부를 묻습니다.`,
  empty: '연결된 프로그램이 없습니다.',
  unavailable: '이 게이트웨이에는 아직 이런 프로그램을 연결할 수 없습니다.',
  client: '프로그램',
  since: '연결 날짜',
  changes: '변경도 허용',
  payments: '결제',
  accounts: '계정',
  accountsTitle: (name) => `${name}: 쓸 수 있는 계정`,
  accountsSaved: (name) => `${name}: 쓸 수 있는 계정을 변경했습니다. 1분 안에 모든 곳에 적용됩니다.`,
  pending: '아직 연결되지 않음',
  limitsHint: '오늘 이미 쓴 금액은 그대로 합산됩니다. 변경 내용은 1분 안에 모든 곳에 적용됩니다.',
  startConfirming: '실행 전 확인 받기',
  stopConfirming: '확인 없이 실행',
  confirmChanged: (name) => `${name}의 설정을 변경했습니다. 1분 안에 모든 곳에 적용됩니다.`,
  revokeTitle: (name) => `${name}의 접근을 취소할까요?`,
  revokeBody: '1분 안에 모든 곳에서 거부됩니다. 다시 쓰려면 프로그램을 다시 연결해야 합니다.',
  for: (label) => `사용자: ${label}`,
  dismiss: '목록에서 지우기',
  ended: {
    'token reuse':
      '종료됨: 갱신 토큰이 두 번 쓰였습니다. 유출되었을 수 있으니 프로그램을 다시 연결하고, 노출되었을 수 있는 내용을 확인하세요.',
    'code reuse': '종료됨: 인증 코드가 두 번 쓰였습니다. 다른 사람이 봤을 수 있으니 프로그램을 다시 연결하세요.',
    client: '프로그램이 연결을 끊었습니다.',
    expired: '만료됨: 접근 권한은 90일 동안 유효합니다. 프로그램을 다시 연결하세요.',
  },
  revoked: (name) => `${name}의 접근을 취소했습니다.`,
}

export const grantsTexts = { en, ko }
