import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'Sign in at [platform.tiro.ooo](https://platform.tiro.ooo/dashboard/api-keys) and choose the workspace.',
    'Open the **API keys** and choose **Create New API Key**. Give it a name.',
    'Copy the whole key, both parts with the dot between them. It is shown once.',
    'Paste it into the box.',
  ],
  notes: ['A key belongs to one workspace. Every plan can create one; only an admin can create a key of a team.'],
  uncertain: [],
}

const ko: Guide = {
  steps: [
    '[platform.tiro.ooo](https://platform.tiro.ooo/dashboard/api-keys)에 로그인하고 워크스페이스를 선택하세요.',
    '**API keys**(API 키)를 열고 **Create New API Key**를 눌러 이름을 입력하세요.',
    '점으로 이어진 두 부분을 포함해 키 전체를 복사하세요. 한 번만 표시됩니다.',
    '상자에 붙여 넣으세요.',
  ],
  notes: [
    '키는 워크스페이스 하나에 속합니다. 어떤 요금제에서도 만들 수 있지만, 팀의 키는 팀 관리자만 만들 수 있습니다.',
  ],
  uncertain: [],
}

export const guide = { en, ko }
