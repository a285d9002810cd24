import type { Texts } from '../texts.ts'

export const consent: Texts['consent'] = {
  title: (client) => (client ? `${client}의 접근 요청` : '접근 요청'),
  who: '요청한 프로그램',
  lead: (service) => `허용하면 아래에서 고른 범위 안에서 ${service}에 연결된 계정을 쓸 수 있습니다.`,
  name: '스스로 밝힌 이름',
  publisher: '게시자',
  unverified: '알 수 없음: 확인된 이름이 아닙니다',
  goesTo: '접근 권한을 받는 곳',
  local:
    '접근 권한이 이 컴퓨터의 프로그램으로 갑니다. 다른 프로그램이 기다리고 있을 수도 있으니, 방금 직접 시작한 경우에만 계속하세요.',
  beware: (host) => `방금 직접 시작했고 ${host}을(를) 알고 있는 경우에만 계속하세요.`,
  signIn: '이 게이트웨이의 관리자 키로 로그인하세요. 요청한 프로그램은 키를 볼 수 없습니다.',
  terms: '허용할 일',
  changes: '변경도 허용',
  changesHint: '만들고, 바꾸고, 삭제할 수 있습니다. 선택하지 않으면 읽기만 합니다.',
  payments: '결제',
  paymentsHint: '연결된 결제 계정으로 청구서를 보내고 취소할 수 있습니다.',
  workspaceToken: '워크스페이스 토큰 (워크스페이스를 쓰게 하려면)',
  workspaceTokenHint: 'Notion 통합의 시크릿입니다. 암호화해 보관하며 요청한 프로그램은 볼 수 없습니다.',
  ends: '관리 앱의 API 키 화면에서 언제든지 취소할 수 있습니다. 마지막 사용 후 30일이 지나면 저절로 끝납니다.',
  agree: (host) => `허용하고 ${host}(으)로 이동`,
  refuse: '거부',
  off: '아직 클라이언트를 연결할 수 없습니다',
  failed: '믿을 수 없는 요청입니다',
  failedLead: '아무 권한도 주지 않았습니다. 이 페이지를 닫고, 이곳으로 보낸 프로그램에서 다시 시작하세요.',
}
