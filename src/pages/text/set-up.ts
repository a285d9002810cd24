/** How to set the admin key. */
const en = {
  unsetSteps: [
    'Create a key of 20 or more characters. This one was just created in your browser and was not sent anywhere:',
    'In the [dashboard of Cloudflare](https://dash.cloudflare.com), open **Workers & Pages**, this Worker, **Settings** and **Variables and Secrets**. Add a secret with the name `ADMIN_KEY` and the key as its value.',
    'Save the key in your password manager. It works after a few seconds. Changing it ends all sessions.',
  ] as [make: string, set: string, keep: string],
  unsetTerminal:
    'Or run this command in the project folder, in any shell, and paste the key when it asks for the value:',
  unsetLocal: 'For a gateway on this computer, add this line to the file `.dev.vars` instead, and restart it:',
  newKey: 'New admin key',
  command: 'Command',
}

const ko: typeof en = {
  unsetSteps: [
    '20자 이상의 키를 만드세요. 아래 키는 방금 이 브라우저에서 만들었으며 어디에도 전송되지 않았습니다:',
    '[Cloudflare 대시보드](https://dash.cloudflare.com)에서 **Workers & Pages**(Workers 및 Pages) > 이 Worker > **Settings**(설정) > **Variables and Secrets**(변수 및 암호)를 열고, 이름이 `ADMIN_KEY`인 시크릿에 이 키를 넣으세요.',
    '키를 비밀번호 관리자에 보관하세요. 몇 초 뒤에 적용되며, 키를 바꾸면 모든 세션이 끝납니다.',
  ],
  unsetTerminal: '또는 프로젝트 폴더에서 아래 명령을 실행하고, 값을 물으면 키를 붙여 넣으세요(모든 셸에서 같습니다):',
  unsetLocal: '이 컴퓨터에서 실행하는 게이트웨이라면 대신 `.dev.vars` 파일에 다음 줄을 쓰고 다시 시작하세요:',
  newKey: '새 관리자 키',
  command: '명령',
}

export const setUpTexts = { en, ko }
