const en = {
  take: 'Paste what was copied',
  copiedLead: (product: string) =>
    `If you have just pressed the bookmark at ${product}, paste what it has copied. If the browser asks whether this page may see the clipboard, allow it.`,
  getExtension: 'With one press: get the extension',
  takeExtension: 'Take it from the extension',
  extensionLead: (product: string) =>
    `If you have just pressed the icon of the extension at ${product}, take the sign-in.`,
  present: (whose: string) => `Connected now: ${whose}`,
  byPasting: 'Paste it yourself',
  byConsole: 'Without a bookmark: with the developer tools',
  sentLater: 'Nothing is sent before you press Connect.',
  blocked:
    'The browser does not let this page read the clipboard. Paste into the box below: Ctrl+V, on a Mac Command-V.',
  empty: 'The clipboard is empty. Press the bookmark on web.plaud.ai once more.',
  silent: (product: string) =>
    `The extension has nothing for this page. It forgets a sign-in after five minutes. Open ${product} and press its icon once more.`,
  user: (product: string, ids: string) => `Sign-in of the ${product} user ${ids}`,
  member: (product: string, ids: string) => `Sign-in of the ${product} member ${ids}`,
  workspaces: 'Workspaces',
  unknown: (product: string) => `A sign-in of ${product}. You see whose it is once it is connected.`,
}

const ko: typeof en = {
  take: '복사한 로그인 정보 붙여 넣기',
  copiedLead: (product) =>
    `${product}에서 방금 북마크를 눌렀다면 복사한 로그인 정보를 붙여 넣으세요. 클립보드를 볼 수 있게 할지 브라우저가 물으면 허용하세요.`,
  getExtension: '한 번에 가져오는 확장 프로그램 받기',
  takeExtension: '확장 프로그램에서 가져오기',
  extensionLead: (product) => `${product}에서 방금 확장 프로그램의 아이콘을 눌렀다면 로그인 정보를 가져오세요.`,
  present: (whose) => `지금 연결된 계정: ${whose}`,
  byPasting: '직접 붙여 넣기',
  byConsole: '북마크를 쓸 수 없을 때: 개발자 도구로 복사하기',
  sentLater: '연결을 누르기 전에는 아무 데도 보내지 않습니다.',
  blocked: '브라우저가 클립보드를 읽지 못하게 막았습니다. 아래 상자에 직접 붙여 넣으세요(Ctrl+V, Mac은 Command-V).',
  empty: '클립보드가 비어 있습니다. web.plaud.ai에서 북마크를 다시 누르세요.',
  silent: (product) =>
    `확장 프로그램에 가져올 로그인 정보가 없습니다. 5분이 지나면 지워집니다. ${product} 화면을 열고 아이콘을 다시 누르세요.`,
  user: (product, ids) => `${product} 사용자 ${ids}의 로그인 정보`,
  member: (product, ids) => `${product} 회원 ${ids}의 로그인 정보`,
  workspaces: '워크스페이스',
  unknown: (product) => `${product} 로그인 정보입니다. 누구의 것인지는 연결하면 표시됩니다.`,
}

export const handOverTexts = { en, ko }
