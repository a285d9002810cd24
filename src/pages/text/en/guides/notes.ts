import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Sign in at [platform.tiro.ooo](https://platform.tiro.ooo/dashboard/api-keys) and choose the workspace.',
    'Open the **API keys** and choose **Create New API Key**. Give it a name.',
    'Copy the whole key, both parts with the dot between them. It is shown once.',
    'Paste it into the box.',
  ],
  notes: ['A key belongs to one workspace. Every plan can create one; only an admin can create a key of a team.'],
  uncertain: [],
}
