import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'Open the [Developer portal of Notion](https://app.notion.com/developers/connections), **Build** > **Internal connections**, and choose **Create a new connection**: name, workspace and, if asked, **Access token**. Only an owner of the workspace can do this.',
    'In its tab **Configuration**, turn on the capabilities that you need: reading, updating and inserting content, reading and inserting comments, and user information with e-mail addresses.',
    'In **Content access** > **Edit access** (or on each page: **•••** > **Connections** > **Add connection**), choose the pages and databases that it may see. Subpages are included.',
    'Copy the **Installation access token** of the tab **Configuration**, which starts with `ntn_`, and paste it into the box.',
  ],
  notes: [
    'Every key that may use Notion uses the first account, unless it was given others.',
    'A personal access token works as well; it sees what its person sees, but no other users, and it ends after a year at the latest.',
  ],
  details: ['A request that sends its own `X-Workspace-Token` uses that token instead.'],
  uncertain: [],
}

const ko: Guide = {
  steps: [
    '[노션 개발자 포털](https://app.notion.com/developers/connections)의 **빌드**(Build) > **내부 연결**(Internal connections)에서 **새 연결 만들기**(Create a new connection)를 선택하세요. 이름과 워크스페이스를 정하고, 인증 방식을 물으면 **액세스 토큰**(Access token)을 고르세요. 워크스페이스 소유자만 만들 수 있습니다.',
    '**구성**(Configuration) 탭에서 필요한 기능을 켜세요: 콘텐츠 읽기, 업데이트, 입력, 댓글 읽기와 입력, 이메일을 포함한 사용자 정보.',
    '**콘텐츠 액세스**(Content access) 탭의 **액세스 편집**(Edit access)에서, 또는 각 페이지의 **•••** > **연결**(Connections) > **연결 추가**(Add connection)에서 볼 수 있는 페이지와 데이터베이스를 고르세요. 그 아래의 페이지도 포함됩니다.',
    '**구성**(Configuration) 탭에서 `ntn_`으로 시작하는 **액세스 토큰**(Installation access token)을 복사해 상자에 붙여 넣으세요.',
  ],
  notes: [
    '노션을 쓸 수 있는 키는 계정을 따로 고르지 않으면 기본 노션 계정을 사용합니다.',
    '개인 액세스 토큰도 됩니다. 그 사람이 보는 것을 보지만 다른 사용자는 볼 수 없고, 늦어도 1년 뒤에 만료됩니다.',
  ],
  details: ['`X-Workspace-Token`을 직접 보내는 요청은 그 토큰을 사용합니다.'],
  uncertain: [],
}

export const guide = { en, ko }
