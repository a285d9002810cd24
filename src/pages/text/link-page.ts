/** What the recipient of a link reads. */
const en = {
  pageTitle: (name: string, service: string) => `Connect ${name} to ${service}`,
  /** @param who the name that the owner gave */
  pageLead: (who: string, service: string) =>
    `${who} asked you to connect this account. What you paste goes only to ${service}, which checks it with the service and stores it encrypted.`,
  pageNote: (note: string) => `Message: ${note}`,
  pageEnds: (end: string) => `This link expires ${end}.`,
  opening: 'Opening the link',
  /** The visitor cannot change the app at Threads. */
  refused: 'Threads refused the connection. Tell the person who sent you the link.',
  success: 'All done',
  successLead: 'The account is connected. You can close this page; the link no longer works.',
  goneTitle: 'This link has been used or has expired',
  goneLead: 'Ask the person who sent it for a new one.',
  wrongTitle: 'This link does not work',
  wrongLead: 'It may have been cut off when it was copied. Open the whole link again, or ask for a new one.',
  emptyTitle: 'Open the link again',
  emptyLead: 'The secret part of the link is lost when the page is reloaded. Open the link that you received again.',
}

const ko: typeof en = {
  pageTitle: (name, service) => `${service}에 ${name} 연결`,
  pageLead: (who, service) =>
    `${who}에서 이 계정을 연결해 달라고 요청했습니다. 붙여 넣은 값은 ${service}에만 전달되며, 서비스에서 확인한 뒤 암호화해 저장합니다.`,
  pageNote: (note) => `전하는 말: ${note}`,
  pageEnds: (end) => `이 링크는 ${end}에 만료됩니다.`,
  opening: '링크를 여는 중',
  refused: 'Threads에서 연결을 거부했습니다. 링크를 보낸 사람에게 알려 주세요.',
  success: '모두 끝났습니다',
  successLead: '계정을 연결했습니다. 이제 이 화면을 닫아도 됩니다. 링크는 더 이상 쓸 수 없습니다.',
  goneTitle: '이미 사용했거나 만료된 링크입니다',
  goneLead: '보낸 사람에게 새 링크를 요청하세요.',
  wrongTitle: '열 수 없는 링크입니다',
  wrongLead: '복사하면서 일부가 잘렸을 수 있습니다. 링크 전체를 다시 열거나 새 링크를 요청하세요.',
  emptyTitle: '링크를 다시 열어 주세요',
  emptyLead: '새로 고침하면 링크의 비밀 값이 사라집니다. 받은 링크를 다시 열어 주세요.',
}

export const linkPageTexts = { en, ko }
