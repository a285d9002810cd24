import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'On a computer, drag this button to the bookmarks bar of the browser, once. If there is no bar, `Ctrl+Shift+B` shows it (on a Mac `Command-Shift-B`). Firefox asks you to save it.',
    'Sign in at [web.plaud.ai](https://web.plaud.ai). If you have several workspaces, open the one that you want.',
    'Press the bookmark there. It copies the tokens of the session and the names of its workspaces, and nothing else.',
    'Press **Paste what was copied**, here or on the page that opens. It says whose sign-in it is, and sends nothing before you press **Connect**.',
  ],
  notes: [
    'If a press on the bookmark does nothing, the browser does not run it on that page. Use the newest Chrome, Edge or Firefox, or the developer tools as below.',
    'The recordings of a Plaud Team are only in the workspace of the team. If there are several, you can choose below.',
    'The gateway and the browser share the session, and the service may sign the browser out. Sign in in a private window, copy there, and close the window without signing out.',
  ],
  details: [
    'Tokens of Plaud’s official login (`plaud login`, MCP) do not work here.',
    'A refresh token is replaced at each use, so `CREDENTIALS_KEY` must be set to store the new one.',
  ],
  uncertain: [
    'The service does not document this. What its page stores depends on the age of the account and may change.',
  ],
}

const ko: Guide = {
  steps: [
    '컴퓨터에서 이 버튼을 브라우저의 북마크바로 끌어다 놓으세요. 한 번만 하면 됩니다. 북마크바가 안 보이면 `Ctrl+Shift+B`(Mac은 `Command-Shift-B`)를 누르세요. Firefox는 저장할지 묻습니다.',
    '[web.plaud.ai](https://web.plaud.ai)에 로그인하세요. 워크스페이스가 여러 개이면 연결할 것을 여세요.',
    '그 화면에서 북마크를 누르세요. 세션의 토큰과 워크스페이스 이름만 복사됩니다.',
    '여기나 새로 열린 화면에서 **복사한 로그인 정보 붙여 넣기**를 누르세요. 누구의 것인지 보여 주고, **연결**을 누르기 전에는 아무 데도 보내지 않습니다.',
  ],
  notes: [
    '북마크를 눌러도 반응이 없으면 브라우저가 그 화면에서 실행을 막은 것입니다. 최신 Chrome, Edge, Firefox를 쓰거나 아래의 개발자 도구 방법을 이용하세요.',
    'Plaud Team의 녹음은 그 팀의 워크스페이스에만 있습니다. 여러 개이면 아래에서 고를 수 있습니다.',
    '게이트웨이와 브라우저가 같은 세션을 쓰므로 브라우저가 로그아웃될 수 있습니다. 시크릿 창에서 로그인해 복사한 뒤 로그아웃하지 말고 창을 닫으세요.',
  ],
  details: [
    'Plaud 공식 로그인(`plaud login`, MCP)의 토큰은 용도가 달라 여기서는 쓸 수 없습니다.',
    '갱신 토큰은 쓸 때마다 바뀌므로 `CREDENTIALS_KEY`가 설정되어 있어야 합니다.',
  ],
  uncertain: ['서비스가 공개한 방법이 아닙니다. 페이지에 저장되는 값은 계정에 따라 다르며 바뀔 수 있습니다.'],
}

export const guide = { en, ko }
