import { withDirection } from './particles.ts'

const en = {
  title: (client: string) => (client ? `${client} requests access` : 'A client requests access'),
  who: 'Requested by',
  lead: (service: string) =>
    `If you allow it, it can use the accounts that are connected to ${service}, within the limits that you choose below.`,
  name: 'Calls itself',
  publisher: 'Published by',
  unverified: 'unknown: this name is not verified',
  goesTo: 'Access goes to',
  local:
    'Access goes to a program on this computer, and any program here could be waiting for it. Continue only if you just started this yourself.',
  beware: (host: string) => `Continue only if you just started this yourself and know ${host}.`,
  signIn: 'Sign in with the admin key of this gateway. The client never sees it.',
  terms: 'What it may do',
  changes: 'Allow changes',
  changesHint: 'Can create, change and delete. If unchecked, access is read-only.',
  payments: 'Payments',
  paymentsHint: 'Can send and cancel bills with the connected payment account.',
  ends: 'You can revoke this at any time, under API keys in the management app. It expires 30 days after its last use, and after 90 days at the latest.',
  label: 'For whom? (optional)',
  labelHint: 'A name that identifies this access in the list.',
  agree: (host: string) => `Allow and go to ${host}`,
  refuse: 'Refuse',
  off: 'Clients cannot be connected here yet',
  failed: 'This request is not valid',
  back: (host: string) => `Go back to ${host}`,
  failedLead: 'No access was granted. Close this page, and start again in the program that sent you here.',
}

const ko: typeof en = {
  title: (client) => (client ? `${client}의 접근 요청` : '접근 요청'),
  who: '요청한 프로그램',
  lead: (service) => `허용하면 아래에서 고른 범위 안에서 ${service}에 연결된 계정을 쓸 수 있습니다.`,
  name: '프로그램이 밝힌 이름',
  publisher: '게시자',
  unverified: '알 수 없음: 확인된 이름이 아닙니다',
  goesTo: '권한을 받는 곳',
  local:
    '접근 권한이 이 컴퓨터의 프로그램으로 갑니다. 다른 프로그램이 기다리고 있을 수도 있으니, 방금 직접 시작한 경우에만 계속하세요.',
  beware: (host) => `방금 직접 시작했고 ${host}을(를) 알고 있는 경우에만 계속하세요.`,
  signIn: '이 게이트웨이의 관리자 키로 로그인하세요. 요청한 프로그램은 키를 볼 수 없습니다.',
  terms: '허용 범위',
  changes: '변경도 허용',
  changesHint: '만들고, 바꾸고, 삭제할 수 있습니다. 선택하지 않으면 읽기만 합니다.',
  payments: '결제',
  paymentsHint: '연결된 결제 계정으로 청구서를 보내고 취소할 수 있습니다.',
  ends: '관리 앱의 API 키 화면에서 언제든지 취소할 수 있습니다. 마지막 사용 후 30일, 늦어도 90일이 지나면 자동으로 만료됩니다.',
  label: '누가 쓰나요? (선택)',
  labelHint: '목록에서 이 접근 권한을 알아볼 이름입니다.',
  agree: (host) => `허용하고 ${withDirection(host)} 이동`,
  refuse: '거부',
  off: '아직 프로그램을 연결할 수 없습니다',
  failed: '올바르지 않은 요청입니다',
  back: (host) => `${withDirection(host)} 돌아가기`,
  failedLead: '권한을 주지 않았습니다. 이 페이지를 닫고 원래 프로그램에서 다시 시작하세요.',
}

export const consentTexts = { en, ko }
