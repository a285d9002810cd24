import type { Texts } from '../texts.ts'

export const session: Texts['session'] = {
  title: '로그인',
  lead: '계정을 연결하고, API 키를 발급하고, 사용량을 확인합니다.',
  adminKey: '관리자 키',
  adminKeyHint: '게이트웨이를 설치할 때 정한 키입니다.',
  signIn: '로그인',
  signOut: '로그아웃',
  wrong: '이 배포의 관리자 키가 아닙니다.',
  empty: '관리자 키를 먼저 입력하세요.',
  ended: '세션이 만료되었습니다. 다시 로그인하면 입력한 내용 그대로 계속할 수 있습니다.',
  endedTitle: '다시 로그인',
  unsetTitle: '아직 관리자 키가 설정되지 않았습니다',
  forgottenTitle: '관리자 키가 없나요?',
  unsetSteps: [
    '20자 이상의 키를 만드세요. 아래 키는 방금 이 브라우저에서 만들었으며 어디에도 전송되지 않았습니다:',
    '[Cloudflare 대시보드](https://dash.cloudflare.com)에서 **Workers & Pages**(Workers 및 Pages) > 이 Worker > **Settings**(설정) > **Variables and Secrets**(변수 및 암호)를 열고, 이름이 `ADMIN_KEY`인 시크릿에 이 키를 넣으세요.',
    '키를 비밀번호 관리자에 보관하세요. 몇 초 뒤에 적용되며, 키를 바꾸면 모든 세션이 끝납니다.',
  ],
  unsetTerminal: '또는 프로젝트 폴더에서 아래 명령을 실행하고, 값을 물으면 키를 붙여 넣으세요(모든 셸에서 같습니다):',
  unsetLocal: '이 컴퓨터에서 실행하는 게이트웨이라면 대신 `.dev.vars` 파일에 다음 줄을 쓰고 다시 시작하세요:',
  unsetHow: '설정하는 방법',
  newKey: '새 관리자 키',
  command: '명령',
}
