import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'Sign in at [web.plaud.ai](https://web.plaud.ai) in a browser on a computer.',
    'Open the developer tools (`F12`, on a Mac `Option-Command-I`) and choose **Console**.',
    'Copy this line, paste it there and press Enter. It copies the tokens of the session and the names of its workspaces, and nothing else. Some browsers ask you to type `allow pasting` first.',
    'Paste what was copied into the box.',
  ],
  notes: [
    'A recording of a Plaud Team lies only in the workspace of the Team. Open the workspace that you want before you copy; if there are several, you can choose below.',
    'By hand: **Application** > **Local Storage** > `https://web.plaud.ai`, the row `pld_session.tokens` (Plaud 4.0), or one whose name ends in `workspaceTokens` or `workspaceList`, is `pld_` and the id of a workspace, or is `token` or ends in `tokenstr`. Copy `pld_session.workspace` or the row that ends in `currentWorkspaceId` as well: it says which workspace is open.',
    'The gateway and the browser share the session, and the service may sign the browser out. Sign in in a private window, copy there, and close the window without signing out.',
  ],
  details: [
    'Tokens of Plaud’s official login (`plaud login`, MCP) open another interface and do not work here.',
    'A refresh token is replaced at each use, so `CREDENTIALS_KEY` must be set to store the new one.',
  ],
  uncertain: [
    'The service does not document this. What its page stores depends on the age of the account and may change.',
  ],
}

const ko: Guide = {
  steps: [
    '컴퓨터의 브라우저에서 [web.plaud.ai](https://web.plaud.ai)에 로그인하세요.',
    '개발자 도구(`F12`, Mac은 `Option-Command-I`)를 열고 **Console**(콘솔)을 선택하세요.',
    '이 한 줄을 복사해 콘솔에 붙여 넣고 Enter를 누르세요. 세션의 토큰과 워크스페이스 이름만 복사됩니다. 브라우저에 따라 먼저 `allow pasting`을 입력해야 합니다.',
    '복사된 내용을 상자에 붙여 넣으세요.',
  ],
  notes: [
    'Plaud Team의 녹음은 그 팀의 워크스페이스에만 있습니다. 복사하기 전에 원하는 워크스페이스를 여세요. 여러 개이면 아래에서 고를 수 있습니다.',
    '직접 찾기: **Application**(애플리케이션) > **Local Storage**(로컬 저장소) > `https://web.plaud.ai`에서 `pld_session.tokens` 행(Plaud 4.0), 이름이 `workspaceTokens`나 `workspaceList`로 끝나는 행, `pld_` 뒤에 워크스페이스 ID가 오는 행, `token`이거나 `tokenstr`로 끝나는 행. 어느 워크스페이스가 열려 있는지 알 수 있도록 `pld_session.workspace`나 `currentWorkspaceId`로 끝나는 행도 함께 복사하세요.',
    '게이트웨이와 브라우저가 같은 세션을 쓰므로 브라우저가 로그아웃될 수 있습니다. 시크릿 창에서 로그인해 복사한 뒤 로그아웃하지 말고 창을 닫으세요.',
  ],
  details: [
    'Plaud 공식 로그인(`plaud login`, MCP)의 토큰은 다른 인터페이스용이라 여기서는 쓸 수 없습니다.',
    '갱신 토큰은 쓸 때마다 바뀌므로 `CREDENTIALS_KEY`가 설정되어 있어야 합니다.',
  ],
  uncertain: ['서비스가 공개한 방법이 아닙니다. 페이지에 저장되는 값은 계정에 따라 다르며 바뀔 수 있습니다.'],
}

export const guide = { en, ko }
