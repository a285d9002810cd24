import type { Texts } from '../texts.ts'

export const accounts: Texts['accounts'] = {
  title: '계정',
  lead: '계정마다 한 번만 연결하면 됩니다. 붙여 넣은 값은 제품에 확인한 뒤 암호화되어 저장되며 다시 표시되지 않습니다.',
  states: {
    ok: '정상',
    not_connected: '연결 안 됨',
    rejected: '로그인 정보가 거부됨: 다시 연결하세요',
    unreachable: '마지막 확인 실패',
    misconfigured: '설정 오류',
    expires_soon: '곧 만료',
    untested: '확인 전',
  },
  advice: {
    rejected: '저장된 로그인 정보를 더 이상 받아들이지 않습니다. 새로 복사해서 다시 연결하세요.',
    misconfigured: '설정이 잘못되었습니다. 어떤 설정인지는 자세히에 있습니다.',
    expires_soon: '만료되기 전에 다시 연결하세요.',
    untested: '아직 확인하지 않아 되지 않을 수 있습니다. 지금 테스트하세요.',
  },
  lastAnswers: {
    none: (name) => `${name}: 마지막 확인에 응답하지 않았습니다.`,
    error: (name, status) => `${name}: 마지막 확인에 오류로 응답했습니다${status === null ? '' : ` (${status})`}.`,
    unreadable: (name) => `${name}: 마지막 확인에 알아볼 수 없는 응답을 보냈습니다.`,
    unknown: (name) => `${name}: 마지막 확인이 실패했습니다.`,
  },
  testLater: '잠시 후 다시 테스트하세요.',
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
      if (state === 'rejected') return `${name}에서 로그인 정보를 더 이상 받아들이지 않습니다.`
      if (state === 'expires_soon') return `${name} 연결이 ${end} 만료됩니다.`
      return `${name}: 설정을 마쳐야 합니다.`
    },
    reconnect: (name) => `${name} 다시 연결`,
    show: '해결 방법 보기',
    warnings: (count) => `확인할 설정 ${count}개`,
  },
  lastOk: '마지막 성공',
  connectedAt: '연결한 날',
  identity: '연결된 계정',
  ends: '만료',
  storedIn: '저장 위치',
  sources: { secret: '배포 설정(시크릿)', kept: '이 앱(암호화)' },
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
  link: '고객용 링크',
  data: '데이터',
  failures: '실패한 요청',
  allData: '모든 계정의 데이터',
  instantEvents: '즉시 이벤트',
  click: 'Threads로 로그인',
  clickDone: 'Threads를 연결했습니다.',
  clickFailed: {
    denied: 'Threads를 연결하지 못했습니다: 권한이 거부되었습니다.',
    state: 'Threads를 연결하지 못했습니다: 10분이 지났거나 다른 브라우저에서 시작했습니다. 다시 시도하세요.',
    refused: 'Threads가 연결을 거부했습니다. 앱 ID와 시크릿, 리디렉션 URI를 확인하세요.',
    unreachable: 'Threads가 응답하지 않습니다. 잠시 후 다시 시도하세요.',
  },
  empty: '이 배포에는 연결할 계정이 없습니다.',
}
