const en = {
  steps: [
    'Sign in at [web.plaud.ai](https://web.plaud.ai), open the developer tools (`F12`, on a Mac `Option-Command-I`) and choose **Console**.',
    'Copy this line, paste it there and press Enter. It copies the same as the bookmark. Some browsers ask you to type `allow pasting` first.',
    'Paste what was copied into the box.',
  ],
  byHand:
    'By hand: **Application** > **Local Storage** > `https://web.plaud.ai`, the row `pld_session.tokens` (Plaud 4.0), or one whose name ends in `workspaceTokens` or `workspaceList`, is `pld_` and the id of a workspace, or is `token` or ends in `tokenstr`. Copy `pld_session.workspace` or the row that ends in `currentWorkspaceId` as well: it says which workspace is open.',
}

const ko: typeof en = {
  steps: [
    '[web.plaud.ai](https://web.plaud.ai)에 로그인한 뒤 개발자 도구(`F12`, Mac은 `Option-Command-I`)를 열고 **Console**(콘솔)을 선택하세요.',
    '이 한 줄을 복사해 콘솔에 붙여 넣고 Enter를 누르세요. 북마크와 같은 내용이 복사됩니다. 브라우저에 따라 먼저 `allow pasting`을 입력해야 합니다.',
    '복사된 내용을 상자에 붙여 넣으세요.',
  ],
  byHand:
    '직접 찾기: **Application**(애플리케이션) > **Local Storage**(로컬 저장소) > `https://web.plaud.ai`에서 `pld_session.tokens` 행(Plaud 4.0), 이름이 `workspaceTokens`나 `workspaceList`로 끝나는 행, `pld_` 뒤에 워크스페이스 ID가 오는 행, `token`이거나 `tokenstr`로 끝나는 행. 어느 워크스페이스가 열려 있는지 알 수 있도록 `pld_session.workspace`나 `currentWorkspaceId`로 끝나는 행도 함께 복사하세요.',
}

export const consoleWayTexts = { en, ko }
