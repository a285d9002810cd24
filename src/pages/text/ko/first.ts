import type { Texts } from '../texts.ts'

export const accounts: Texts['accounts'] = {
  title: '계정',
  lead: '계정마다 한 번만 연결하면 됩니다. 붙여 넣은 값은 해당 서비스에서 확인한 뒤 암호화되어 저장되며 다시 표시되지 않습니다.',
  states: {
    ok: '정상',
    not_connected: '연결 안 됨',
    rejected: '다시 연결 필요',
    unreachable: '마지막 확인 실패',
    misconfigured: '설정 오류',
    expires_soon: '곧 만료',
    untested: '확인 전',
  },
  advice: {
    rejected: '로그인이 만료되었거나 취소되었습니다. 새로 복사해서 다시 연결하세요.',
    misconfigured: '설정이 잘못되었습니다. 어떤 설정인지는 자세히에 있습니다.',
    expires_soon: '만료되기 전에 다시 연결하세요.',
    untested: '아직 확인하지 않았습니다. 지금 테스트하세요.',
  },
  lastAnswers: {
    none: (name) => `${name}: 마지막 확인에 응답하지 않았습니다.`,
    error: (name, status) => `${name}: 마지막 확인에 오류로 응답했습니다${status === null ? '' : ` (${status})`}.`,
    unreadable: (name) => `${name}: 마지막 확인에 알아볼 수 없는 응답을 보냈습니다.`,
    unknown: (name) => `${name}: 마지막 확인이 실패했습니다.`,
    blocked: (name) =>
      `${name}: Meta가 앱을 차단했습니다. 이유와 해제 방법은 앱 소유자가 developers.facebook.com/apps에서 확인할 수 있습니다.`,
  },
  testLater: '잠시 후 다시 테스트하세요.',
  updateGateway: '기다려도 해결되지 않습니다. 자세한 내용을 확인하고 게이트웨이를 업데이트하세요.',
  refusedAddress: ({ address, isRelayed }) =>
    isRelayed
      ? `쿠팡이 IP 주소 ${address ?? '(중계 서버의 주소)'}의 호출을 거부합니다. WING의 Open API에 이 주소를 등록하세요. 적용에 30분쯤 걸리며, 그 뒤에 다시 테스트하세요.`
      : `쿠팡이 IP 주소 ${address ?? '(게이트웨이의 주소)'}의 호출을 거부합니다. WING은 등록한 주소만 받는데 이 게이트웨이에는 고정 주소가 없습니다. 고정 주소가 있는 서버에서 중계 서버를 실행하고(안내: /docs/guide/relay), 그 주소를 WING의 Open API에 등록한 뒤 게이트웨이에 중계 서버를 설정하세요.`,
  purposes: {
    recorder: '녹음, 전사, 요약',
    notes: '회의 노트, 전사, 요약',
    workspace: '페이지, 표, 댓글',
    'shop-seller': '내 쇼핑몰의 주문, 매출, 반품',
    'shop-consumer': '내가 주문한 내역',
    payment: '청구서, 취소, 자동결제',
    video: '동영상 정보. 자막은 연결하지 않아도 됩니다',
    social: '게시물, 답글, 통계',
  },
  summary: {
    label: '계정 상태',
    none: '아직 연결된 계정이 없습니다. 아래에서 첫 계정을 연결하세요.',
    allWork: (count) => `연결된 계정 ${count}개가 모두 정상입니다.`,
    someWork: (working, all, untested) => {
      if (all === 1) return untested ? '연결된 계정을 아직 확인하지 않았습니다.' : '연결된 계정을 확인해 주세요.'
      const sum = `연결된 계정 ${all}개 중 ${working}개가 정상`
      return untested ? `${sum}이고, ${untested}개는 확인한 적이 없습니다.` : `${sum}입니다.`
    },
    worst: (state, name, end) => {
      if (state === 'rejected') return `${name} 로그인이 만료되었거나 취소되었습니다.`
      if (state === 'expires_soon') return `${name} 연결이 ${end} 만료됩니다.`
      return `${name}: 설정을 마쳐야 합니다.`
    },
    reconnect: (name) => `${name} 다시 연결`,
    show: '해결 방법 보기',
    warnings: (count) => `확인할 설정 ${count}개`,
  },
  lastOk: '마지막 사용',
  connectedAt: '연결한 날',
  whoseLabel: '연결된 계정',
  whoseUnknown: '서비스가 알려 주지 않음',
  workspace: '워크스페이스',
  workspaceUnknown: '아직 알 수 없음',
  whose: (account, identity) => {
    if (account === 'shop-seller') return `업체코드 ${identity}`
    if (account === 'shop-consumer') return `회원 ${identity}`
    if (account === 'payment') return `사업자번호 ${identity}`
    return account === 'video' ? `키 ${identity}` : identity
  },
  ends: '만료',
  storedIn: '저장 위치',
  sources: { secret: '배포 설정(Cloudflare 시크릿)', kept: '이 앱(암호화)' },
  lastError: '마지막 오류',
  test: '테스트',
  testAll: '모두 테스트',
  testedAll: '연결된 계정을 모두 테스트했습니다.',
  testedOk: (name) => `${name} 계정이 정상입니다.`,
  testedBad: (name) => `${name} 테스트 결과:`,
  connect: '연결',
  reconnect: '다시 연결',
  replace: '교체',
  byToken: '토큰으로 연결',
  more: '더 보기',
  disconnect: '연결 해제',
  disconnectTitle: (name) => `${name} 연결을 해제할까요?`,
  disconnectBody:
    '이 계정을 쓰는 요청은 바로 거부됩니다. 저장된 로그인 정보는 삭제되며, 다시 연결하려면 새로 복사해야 합니다.',
  disconnected: (name) => `${name} 연결을 해제했습니다.`,
  link: '연결 요청 링크',
  data: '데이터',
  failures: '실패한 요청',
  allData: '저장된 데이터 모두 보기',
  instantEvents: '즉시 알림',
  oauth: 'Threads로 로그인',
  oauthDone: 'Threads를 연결했습니다.',
  oauthFailed: {
    denied: 'Threads를 연결하지 못했습니다: 권한이 거부되었습니다.',
    state: 'Threads를 연결하지 못했습니다: 10분이 지났거나 다른 브라우저에서 시작했습니다. 다시 시도하세요.',
    refused: 'Threads가 연결을 거부했습니다. 앱 ID와 시크릿, 리디렉션 URI를 확인하세요.',
    unreachable: 'Threads가 응답하지 않습니다. 잠시 후 다시 시도하세요.',
  },
  empty: '이 배포에는 연결할 계정이 없습니다.',
}

export const common: Texts['common'] = {
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

export const errors: Texts['errors'] = {
  offline: '게이트웨이가 응답하지 않습니다. 인터넷 연결을 확인하고 다시 시도하세요.',
  unknown: (status) => `게이트웨이가 ${status}(으)로 응답했습니다. 다시 시도하세요.`,
  details: '자세히',
  requestId: '요청',
  checkFields: (fields) => `다음 값을 확인하세요: ${fields}.`,
  fields: {
    name: '이름',
    licence: '라이선스',
    groups: '그룹',
    expires_at: '만료',
    overlap_hours: '이전 키 유예 기간',
    max_amount: '한 번에 최대 금액',
    daily_amount: '하루 최대 금액',
    hours: '유효 기간',
    note: '메모',
    url: '주소',
    types: '알림 종류',
  },
  codes: {
    invalid_input: '입력한 값 중에 쓸 수 없는 값이 있습니다. 확인하고 다시 시도하세요.',
    unknown_path: '게이트웨이가 이 화면보다 이전 버전입니다. 업데이트하세요.',
    method_not_allowed: '게이트웨이가 이 화면보다 이전 버전입니다. 업데이트하세요.',
    not_found: '이미 없어진 항목입니다. 화면을 새로 고치세요.',
    conflict: '지금 상태에서는 할 수 없습니다. 화면을 새로 고치고 다시 시도하세요.',
    quota_exceeded: '서비스의 요금제나 잔액을 모두 썼습니다.',
    invalid_key: 'API 키가 올바르지 않습니다.',
    insufficient_scope: '이 작업을 할 권한이 없습니다.',
    confirmation_required: '먼저 운영자가 동의해야 합니다.',
    proof_required: '관리자 키나 패스키로 본인 확인을 해 주세요.',
    licence_required: '이 게이트웨이의 라이선스로는 쓸 수 없는 기능입니다.',
    origin_refused: '다른 화면에서 온 요청입니다. 화면을 새로 고치고 다시 시도하세요.',
    too_many_requests: '시도 횟수가 너무 많습니다. 1분 뒤에 다시 시도하세요.',
    limit_exceeded: '금액이 한도를 넘습니다.',
    product_refused: '서비스가 이 계정에 허용하지 않는 작업입니다.',
    app_blocked: 'Meta가 앱을 차단했습니다. 이유는 앱 소유자가 developers.facebook.com/apps에서 확인할 수 있습니다.',
    not_signed_in: '로그인이 만료되었습니다. 다시 로그인하세요.',
    invalid_link: '더 이상 쓸 수 없는 링크입니다. 보낸 분에게 새 링크를 요청하세요.',
    account_not_connected: '연결된 계정이 없습니다.',
    account_rejected: '서비스가 로그인 정보를 받아들이지 않습니다. 계정을 다시 연결하세요.',
    setting_missing: '게이트웨이의 설정이 없거나 잘못되었습니다. 어떤 설정인지는 자세히에 있습니다.',
    oauth_refused: '프로그램이 보낸 요청이 올바르지 않습니다.',
    product_failed: '서비스가 오류로 응답했습니다. 잠시 후 다시 시도하세요.',
    product_changed: '서비스가 바뀌었습니다. 게이트웨이를 업데이트하세요.',
    answer_too_large: '서비스의 응답이 너무 큽니다.',
    address_refused: '서비스가 알 수 없는 주소의 링크를 보냈습니다.',
    product_timeout: '서비스가 제시간에 응답하지 않았습니다. 잠시 후 다시 시도하세요.',
    product_unreachable: '서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.',
    caller_left: '요청이 취소되었습니다.',
    call_budget_exceeded: '서비스를 너무 많이 호출해야 하는 요청입니다.',
    not_offered: '서비스가 계정을 새 세대로 옮겼고, 게이트웨이는 새 세대에서 이 작업을 하는 방법을 아직 모릅니다.',
    unavailable: '게이트웨이의 저장소가 응답하지 않습니다. 몇 초 뒤에 다시 시도하세요.',
    internal_error: '게이트웨이에 오류가 생겼습니다. 아래의 요청 ID와 함께 알려 주세요.',
  },
}

export const links: Texts['links'] = {
  title: (name) => `연결 요청 링크: ${name}`,
  lead: '링크를 여는 사람은 관리자 키 없이 이 계정 하나만 연결할 수 있고 다른 것은 볼 수 없습니다. 4시간 동안 10번까지 시도할 수 있고, 한 번만 연결할 수 있습니다. 계정 목록 아래에서 취소할 수 있습니다.',
  ownerName: '보내는 사람 (선택)',
  shopName: '보내는 사람 (가게 이름)',
  nameNeeded: '누가 요청하는지 받는 분이 알 수 있게 가게 이름을 입력하세요.',
  ownerNameHint: '누가 요청하는지 알 수 있게 링크 페이지에 표시됩니다.',
  note: '용도 (선택)',
  noteHint: '링크 페이지에 함께 표시되는 한 줄입니다.',
  notCopied: '아직 링크를 복사하지 않았습니다. 닫으면 다시 볼 수 없습니다.',
  make: '링크 만들기',
  url: '링크',
  ends: (end) => `${end}에 만료되며, 계정이 연결되면 그 전에도 만료됩니다. 지금 한 번만 표시됩니다.`,
  listTitle: '연결 요청 링크',
  until: (time) => `${time}까지`,
  open: (tries) => `사용 가능, ${tries}번 더 시도할 수 있음`,
  states: { used: '사용함', ended: '만료됨', spent: '시도 횟수 초과' },
  revoked: (name) => `${name} 링크를 취소했습니다.`,
}

export const overview: Texts['overview'] = {
  api: '내 API',
  address: 'API 주소',
  apiKey: '배포 API 키',
  apiKeyHint: '모든 계정을 쓸 수 있는 키입니다. 다른 사람의 프로그램에는 별도의 키를 발급하세요.',
  reveal: '키 보기',
  licence: '라이선스',
  version: '버전',
  redirect: '리디렉션 URI',
  redirectHint: 'Threads로 로그인하려면 Threads 앱에 등록하세요.',
  warnings: '확인할 사항',
  warningTexts: {
    wrong_credentials_key:
      '암호화 키가 이 배포의 데이터를 암호화한 키와 다릅니다. 사라진 것은 없습니다. 요청은 거절되고 이벤트 확인과 전송은 기다리며, 올바른 키를 설정하면 모두 이어집니다.',
    api_key_unset: '게이트웨이에 API 키가 없어 프로그램이 사용할 수 없습니다.',
    api_key_short: '배포 API 키가 짧습니다. 길고 무작위인 값을 설정하세요.',
    keys_equal: '배포 API 키와 관리자 키가 같습니다. 둘 중 하나를 바꾸세요.',
    licence_unknown: '배포의 라이선스 값이 잘못되었습니다.',
    credentials_key_wrong: '암호화 키의 형식이 잘못되었습니다. 저장해 둔 키로 다시 설정하세요.',
    credentials_key_unset: '암호화 키가 없어 여기에서 계정을 연결할 수 없고, 갱신된 토큰도 저장되지 않습니다.',
    any_origin: '키를 아는 페이지라면 어느 사이트에서든 게이트웨이를 호출할 수 있습니다.',
    no_try_limit: '관리자 키를 틀리게 입력하는 횟수가 제한되지 않습니다.',
    key_copies_lost: '저장소에서 프로그램의 키가 사라져 요청이 거절됩니다. 키를 다시 쓰세요.',
    relay_token_unset: '중계 서버의 주소만 있고 토큰이 없습니다.',
    relay_url_unset: '중계 서버의 주소가 없어, 고정 IP 주소 없이 서비스를 직접 호출합니다.',
    relay_url_wrong: '중계 서버의 주소는 사용자 이름과 쿼리가 없는 https 주소여야 합니다.',
    relay_token_wrong: '중계 서버의 토큰은 눈에 보이는 ASCII 문자 32자 이상이어야 합니다.',
    relay_for_wrong:
      '중계 서버를 쓸 서비스 목록에 알 수 없는 이름이 있습니다. 가능한 이름은 안내(/docs/guide/relay)에 있습니다.',
  },
  subscriptionWarning: (code, count) => {
    if (code === 'subscriptions_previous_key')
      return `알림 ${count}개를 이전 API 키로 만들었습니다. 그 키를 가졌던 사람이 알림 내용을 볼 수 있습니다. 직접 만든 알림이면 유지하고(현재 키의 알림이 됩니다), 아니면 삭제하세요.`
    if (code === 'subscriptions_limited_key')
      return `알림 ${count}개가 일시 중지되었습니다. API 키가 중지 또는 만료되었거나 권한이 부족합니다. 키를 바꾸거나 알림을 유지하세요. 유지하면 배포 API 키의 알림이 됩니다.`
    if (code === 'subscription_secrets_unreadable')
      return `알림 ${count}개의 서명 시크릿을 복호화할 수 없어 아무것도 보내지 못합니다. 저장할 때 쓴 암호화 키를 다시 설정하거나, 새 서명 시크릿을 만드세요.`
    return undefined
  },
  rotationGoesOn: (remaining) =>
    remaining === null
      ? '암호화 키가 바뀌었습니다. 새 키로 저장된 내용을 열 수 있는지 아직 확인하지 못했습니다. 이전 키를 지우지 말고 이 페이지를 다시 불러와 확인하세요.'
      : '암호화 키가 바뀌었지만, 이전 키를 설정하기 전에 새 키를 먼저 써서 두 키가 서로 다른 내용을 엽니다. 이전 키를 다시 CREDENTIALS_KEY로 설정한 뒤 두 키를 한 번에 설정하세요.',
  rotationDone: '암호화 키가 바뀌었고, 새 키로 모두 열 수 있습니다. 이제 이전 키를 지워도 됩니다.',
  keep: '유지',
  drop: '삭제',
  allDecided: '처리했습니다.',
  wishes: '자동화나 AI 앱 연결하기',
  settings: '배포 설정',
  isSet: '설정됨',
  isUnset: '설정 안 됨',
}

export const products: Texts['products'] = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: '노션',
  'shop-seller': '쿠팡 윙(판매자)',
  'shop-consumer': '쿠팡(내 주문)',
  payment: '결제선생',
  video: 'YouTube Data API',
  social: 'Threads',
}

export const session: Texts['session'] = {
  title: '로그인',
  lead: '계정을 연결하고, API 키를 발급하고, 사용량을 확인합니다.',
  adminKey: '관리자 키',
  adminKeyHint: '게이트웨이를 설치할 때 정한 키입니다.',
  signIn: '로그인',
  signOut: '로그아웃',
  signedOut: '로그아웃했습니다.',
  trust: '이 기기를 신뢰 (30일)',
  trustHint: '여럿이 쓰는 기기에서는 선택하지 마세요.',
  passkey: '패스키로 로그인',
  passkeyStopped: '패스키를 사용하지 않았습니다. 다시 시도하거나 관리자 키를 입력하세요.',
  passkeyRefused: '이 패스키로는 확인할 수 없습니다. 관리자 키를 입력하세요.',
  passkeyPresent: '이 기기에는 이미 패스키가 있습니다.',
  wrong: '관리자 키가 맞지 않습니다. 설치할 때 저장한 키를 확인하세요.',
  empty: '관리자 키를 먼저 입력하세요.',
  ended: '세션이 만료되었습니다. 다시 로그인하면 입력한 내용 그대로 계속할 수 있습니다.',
  endedTitle: '다시 로그인',
  unsetTitle: '아직 관리자 키가 설정되지 않았습니다',
  forgottenTitle: '관리자 키가 없나요?',
  unsetSteps: [
    '20자 이상의 키를 만드세요. 아래 키는 방금 이 브라우저에서 만들었으며 어디에도 전송되지 않았습니다:',
    '[Cloudflare 대시보드](https://dash.cloudflare.com)에서 **Workers & Pages**(Workers 및 Pages) > 이 Worker > **Settings**(설정) > **Variables and Secrets**(변수 및 암호)를 열고, 이름이 `ADMIN_KEY`인 시크릿에 이 키를 넣으세요.',
    '키를 비밀번호 관리자에 보관하세요. 몇 초 뒤에 적용되며, 키를 바꾸면 모든 세션이 끝납니다.',
  ],
  unsetTerminal: '또는 프로젝트 폴더에서 아래 명령을 실행하고, 값을 물으면 키를 붙여 넣으세요(모든 셸에서 같습니다):',
  unsetLocal: '이 컴퓨터에서 실행하는 게이트웨이라면 대신 `.dev.vars` 파일에 다음 줄을 쓰고 다시 시작하세요:',
  unsetHow: '설정하는 방법',
  newKey: '새 관리자 키',
  command: '명령',
}

export const views: Texts['views'] = {
  overview: '개요',
  keys: 'API 키',
  events: '알림',
  usage: '사용량',
  activity: '활동',
  'sign-in': '로그인과 기기',
  settings: '설정',
}

export const words: Texts['words'] = {
  groups: {
    recorder: 'Plaud (녹음)',
    notes: 'Tiro (회의 노트)',
    workspace: '노션 (페이지)',
    shop: '쿠팡 (주문)',
    payment: '결제선생 (결제)',
    video: 'YouTube (동영상)',
    social: 'Threads (게시물)',
    events: '알림',
    gateway: 'Latchkey',
    admin: '관리 앱',
  },
  eventTypes: {
    'recorder.file.ready': '녹음 정리 완료',
    'recorder.file.updated': '녹음 수정됨',
    'notes.note.created': '새 회의 노트',
    'notes.note.updated': '회의 노트 수정됨',
    'workspace.page.created': '새 페이지',
    'workspace.page.updated': '페이지 수정됨',
    'workspace.page.trashed': '페이지가 휴지통으로 이동됨',
    'workspace.row.created': '표에 행 추가됨',
    'workspace.row.updated': '표의 행 수정됨',
    'workspace.comment.created': '페이지에 새 댓글',
    'shop.order.created': '내 새 주문',
    'shop.ordersheet.created': '새 주문 접수',
    'shop.return.created': '고객의 반품 또는 취소 요청',
    'payment.bill.paid': '청구서 결제 완료',
    'payment.bill.cancelled': '결제 취소됨',
    'payment.bill.expired': '결제 기한 지남',
    'social.reply.created': '내 게시물에 새 답글',
    'account.expiring': '계정 곧 만료',
    'account.rejected': '계정 다시 연결 필요',
    'account.unreachable': '서비스 장애',
    'owner.changed': '접근 권한이나 계정이 바뀜',
    'account.recovered': '계정 복구됨',
    'account.connected': '계정 연결됨',
    'latchkey.test': '테스트',
  },
}
