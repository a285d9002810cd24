/** What is done with a finished file in each tool. Texts may contain **menus** and `code`. */
const en = {
  tool: 'Tool',
  tools: { make: 'Make', n8n: 'n8n', zapier: 'Zapier', claude: 'Claude', chatgpt: 'ChatGPT', code: 'Code' },
  language: 'Language',
  save: 'Save file',
  content: 'What is in the file',
  hasKey: 'The key is in it. Keep it like a password.',
  /** By what starts the workflow. */
  n8n: {
    event: [
      'In n8n, create a workflow. Choose **Import from File** in its menu, and this file.',
      'Press **Publish** (**Active** in earlier versions).',
      'Open the node **event**, and copy its **Production URL**.',
    ],
    daily: [
      'In n8n, create a workflow. Choose **Import from File** in its menu, and this file.',
      'Press **Execute workflow** to try it now.',
      'Press **Publish** (**Active** in earlier versions). It then runs every morning.',
    ],
    person: [
      'In n8n, create a workflow. Choose **Import from File** in its menu, and this file.',
      'Press **Execute workflow**.',
    ],
  },
  make: {
    event: [
      'In Make, create a scenario. Choose **Import Blueprint** in the menu **...** at the bottom, and this file.',
      'Open the first module, press **Add** to create a webhook, and copy its address.',
      'Press **Run once**, so that Make waits for the sample. When all works, switch the scenario on.',
    ],
    daily: [
      'In Make, create a scenario. Choose **Import Blueprint** in the menu **...** at the bottom, and this file.',
      'Press **Run once** to try it now.',
      'Set the schedule to **Every day**, and switch the scenario on.',
    ],
    person: [
      'In Make, create a scenario. Choose **Import Blueprint** in the menu **...** at the bottom, and this file.',
      'Press **Run once**.',
    ],
  },
  zapier: [
    'In Zapier, add the action **Webhooks by Zapier** to a Zap, and choose **Custom Request**.',
    'Copy these fields into it. The header is a pair of name and value.',
    'Press **Test step**.',
  ],
  mcp: 'Address for AI apps (MCP)',
  claude: [
    'In Claude, open **Settings**, **Connectors**, **Add custom connector**, and paste the address.',
    'Press **Connect**. A page of this gateway asks you for the admin key and for what Claude may use.',
    'Ask Claude something.',
  ],
  claudeCode: 'Claude Code has no page for this. Run this command instead:',
  chatgpt: [
    'In ChatGPT, open **Settings**, **Connectors**, **Advanced**, and switch the developer mode on.',
    'Press **Create**, paste the address, and choose the authentication OAuth.',
    'A page of this gateway asks you for the admin key and for what ChatGPT may use. Then ask something.',
  ],
  code: 'Save it, and run it where the key is safe. A web page would show it to everyone.',
  loopback: (host: string) =>
    `Only programs on this computer can reach this gateway (${host}). Programs elsewhere need one on the internet.`,
  waiting: 'Waiting for the first request...',
  arrived: 'The first request arrived.',
  refused: 'A request arrived, and it failed.',
  why: 'Why?',
  hidden: 'This page checks while you see it. It may take 15 seconds.',
}

const ko: typeof en = {
  tool: '도구',
  tools: { make: 'Make', n8n: 'n8n', zapier: 'Zapier', claude: 'Claude', chatgpt: 'ChatGPT', code: '코드' },
  language: '언어',
  save: '파일 저장',
  content: '파일 내용 보기',
  hasKey: '키가 들어 있으니 비밀번호처럼 보관하세요.',
  n8n: {
    event: [
      'n8n에서 새 워크플로를 만들고, 메뉴의 **Import from File**에서 이 파일을 고르세요.',
      '**Publish**(이전 버전은 **Active**)를 누르세요.',
      '**event** 노드를 열고 **Production URL**을 복사하세요.',
    ],
    daily: [
      'n8n에서 새 워크플로를 만들고, 메뉴의 **Import from File**에서 이 파일을 고르세요.',
      '**Execute workflow**를 눌러 바로 실행해 보세요.',
      '**Publish**(이전 버전은 **Active**)를 누르면 매일 아침 실행됩니다.',
    ],
    person: [
      'n8n에서 새 워크플로를 만들고, 메뉴의 **Import from File**에서 이 파일을 고르세요.',
      '**Execute workflow**를 누르세요.',
    ],
  },
  make: {
    event: [
      'Make에서 새 시나리오를 만들고, 아래쪽 **...** 메뉴의 **Import Blueprint**에서 이 파일을 고르세요.',
      '첫 모듈을 열고 **Add**를 눌러 웹훅을 만든 뒤 주소를 복사하세요.',
      '**Run once**를 눌러 예시를 기다리게 하세요. 잘되면 시나리오를 켜세요.',
    ],
    daily: [
      'Make에서 새 시나리오를 만들고, 아래쪽 **...** 메뉴의 **Import Blueprint**에서 이 파일을 고르세요.',
      '**Run once**를 눌러 바로 실행해 보세요.',
      '일정을 **Every day**로 정하고 시나리오를 켜세요.',
    ],
    person: [
      'Make에서 새 시나리오를 만들고, 아래쪽 **...** 메뉴의 **Import Blueprint**에서 이 파일을 고르세요.',
      '**Run once**를 누르세요.',
    ],
  },
  zapier: [
    'Zapier에서 Zap에 **Webhooks by Zapier** 액션을 넣고 **Custom Request**를 고르세요.',
    '아래 항목을 그대로 옮기세요. 헤더는 이름과 값을 나누어 넣습니다.',
    '**Test step**을 누르세요.',
  ],
  mcp: 'AI 앱에 넣을 주소 (MCP)',
  claude: [
    'Claude에서 **설정** > **커넥터** > **커스텀 커넥터 추가**를 열고 주소를 붙여 넣으세요.',
    '**연결**을 누르면 이 게이트웨이의 화면이 열립니다. 관리자 키를 넣고 Claude가 쓸 수 있는 것을 고르세요.',
    'Claude에게 물어보세요.',
  ],
  claudeCode: 'Claude Code에는 이런 화면이 없습니다. 대신 이 명령을 실행하세요:',
  chatgpt: [
    'ChatGPT에서 **설정** > **커넥터** > **고급**을 열고 개발자 모드를 켜세요.',
    '**만들기**를 누르고 주소를 붙여 넣은 뒤 인증에서 OAuth를 고르세요.',
    '이 게이트웨이의 화면이 열리면 관리자 키를 넣고 ChatGPT가 쓸 수 있는 것을 고르세요. 그다음 물어보세요.',
  ],
  code: '키를 안전하게 둘 수 있는 곳에서 실행하세요. 웹 페이지에 넣으면 누구나 키를 볼 수 있습니다.',
  loopback: (host) =>
    `이 게이트웨이(${host})에는 이 컴퓨터의 프로그램만 연결할 수 있습니다. 다른 곳의 프로그램을 연결하려면 인터넷에 설치한 게이트웨이가 필요합니다.`,
  waiting: '첫 요청을 기다리는 중...',
  arrived: '첫 요청이 왔습니다.',
  refused: '요청이 왔지만 실패했습니다.',
  why: '이유 보기',
  hidden: '이 화면이 보이는 동안 확인합니다. 15초쯤 걸릴 수 있습니다.',
}

export const programsTexts = { en, ko }
