import type { Texts } from '../texts.ts'

export const links: Texts['links'] = {
  title: (name) => `고객용 링크: ${name}`,
  lead: '링크를 여는 사람은 관리자 키 없이 이 계정 하나만 연결할 수 있고 다른 것은 볼 수 없습니다. 4시간 동안 한 번만 쓸 수 있습니다.',
  make: '링크 만들기',
  url: '링크',
  ends: (end) => `${end}에 끝나거나, 계정이 연결되면 끝납니다. 지금 한 번만 표시됩니다.`,
  pageTitle: (name, service) => `${service}에 ${name} 연결`,
  pageLead: (service) =>
    `${service}에서 이 계정의 연결을 요청했습니다. 붙여 넣은 값은 ${service}에만 전달되며, 제품에 확인한 뒤 암호화되어 저장됩니다.`,
  pageEnds: (end) => `이 링크는 ${end}에 끝납니다.`,
  opening: '링크를 여는 중',
  success: '모두 끝났습니다',
  successLead: '계정이 연결되었습니다. 이 페이지를 닫아도 됩니다. 링크는 더 이상 동작하지 않습니다.',
  goneTitle: '이미 사용했거나 끝난 링크입니다',
  goneLead: '보낸 사람에게 새 링크를 요청하세요.',
  wrongTitle: '동작하지 않는 링크입니다',
  wrongLead: '복사하면서 일부가 잘렸을 수 있습니다. 링크 전체를 다시 열거나 새 링크를 요청하세요.',
  emptyTitle: '링크를 다시 열어 주세요',
  emptyLead: '페이지를 새로 고치면 링크의 비밀 부분은 남지 않습니다. 받은 링크를 그대로 다시 여세요.',
}
