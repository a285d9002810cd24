import type { Texts } from '../texts.ts'

export const grants: Texts['grants'] = {
  title: '연결된 클라이언트',
  lead: (address) =>
    `claude.ai나 ChatGPT처럼 키를 받지 않는 프로그램입니다. 주소 \`${address}\`를 입력하면 이곳에서 허용 여부를 묻습니다.`,
  empty: '연결된 클라이언트가 없습니다.',
  unavailable: '이 배포에는 아직 이런 클라이언트를 연결할 수 없습니다.',
  client: '클라이언트',
  since: '연결한 때',
  changes: '변경도 허용',
  payments: '결제',
  workspaceToken: '워크스페이스 토큰',
  pending: '아직 받아 가지 않음',
  limitsHint: '오늘 이미 쓴 금액은 그대로 합산됩니다. 변경 내용은 1분 안에 모든 곳에 적용됩니다.',
  revokeTitle: (name) => `${name}의 접근을 취소할까요?`,
  revokeBody: '1분 안에 모든 곳에서 거부됩니다. 다시 쓰려면 새로 연결해야 합니다.',
  for: (label) => `사용자: ${label}`,
  dismiss: '목록에서 지우기',
  ended: {
    'token reuse':
      '종료됨: 이미 바뀐 갱신 토큰이 다시 쓰였습니다. 누군가 훔쳤을 수 있으니 클라이언트를 새로 연결하고, 필요하면 노출되었을 내용을 점검하세요.',
    'code reuse': '종료됨: 인증 코드가 두 번 쓰였습니다. 다른 사람이 봤을 수 있으니 클라이언트를 새로 연결하세요.',
    client: '클라이언트가 스스로 끝냈습니다.',
    expired: '종료됨: 접근 권한은 90일 동안 유지됩니다. 클라이언트를 새로 연결하세요.',
  },
  revoked: (name) => `${name}의 접근을 취소했습니다.`,
}
