import type { Texts } from '../texts.ts'

export const links: Texts['links'] = {
  title: (name) => `고객용 링크: ${name}`,
  lead: '링크를 여는 사람은 관리자 키 없이 이 계정 하나만 연결할 수 있고 다른 것은 볼 수 없습니다. 4시간 동안 10번까지 시도할 수 있고, 한 번만 연결할 수 있습니다. 계정 목록 아래에서 취소할 수 있습니다.',
  ownerName: '보내는 사람 (선택)',
  ownerNameHint: '누가 요청하는지 알 수 있게 링크 페이지에 표시됩니다.',
  note: '용도 (선택)',
  noteHint: '링크 페이지에 함께 표시되는 한 줄입니다.',
  notCopied: '아직 링크를 복사하지 않았습니다. 닫으면 다시 볼 수 없습니다.',
  make: '링크 만들기',
  url: '링크',
  ends: (end) => `${end}에 만료되며, 계정이 연결되면 그 전에도 만료됩니다. 지금 한 번만 표시됩니다.`,
  listTitle: '고객용 링크',
  until: (time) => `${time}까지`,
  open: (tries) => `사용 가능, ${tries}번 더 시도할 수 있음`,
  states: { used: '사용함', ended: '만료됨', spent: '시도 횟수 초과' },
  revoked: (name) => `${name} 링크를 취소했습니다.`,
}
