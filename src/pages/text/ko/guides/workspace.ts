import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    '[notion.so/profile/integrations](https://www.notion.so/profile/integrations)를 열고 **새 API 통합**(New integration)을 선택하세요. 이름과 워크스페이스를 정하고 유형은 **내부**(Internal)로 두세요.',
    '필요한 기능을 켜세요: 콘텐츠 읽기, 업데이트, 입력, 댓글 읽기와 입력, 이메일을 포함한 사용자 정보.',
    '**액세스**(Access) 탭에서, 또는 각 페이지의 **•••** > **연결**(Connections)에서 볼 수 있는 페이지와 데이터베이스를 고르세요. 그 아래의 페이지도 포함됩니다.',
    '`ntn_`으로 시작하는 **내부 통합 시크릿**을 복사해 상자에 붙여 넣으세요.',
  ],
  notes: [
    '노션을 쓸 수 있는 모든 키가 이 계정을 사용합니다.',
    '개인 액세스 토큰도 됩니다. 그 사람이 보는 것을 보지만 다른 사용자는 볼 수 없습니다.',
  ],
  details: ['`X-Workspace-Token`을 직접 보내는 요청은 그 토큰을 사용합니다.'],
  uncertain: [],
}
