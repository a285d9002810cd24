import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Open [notion.so/profile/integrations](https://www.notion.so/profile/integrations) and choose **New integration**: name, workspace, type **Internal**.',
    'Turn on the capabilities that you need: reading, updating and inserting content, reading and inserting comments, and user information with e-mail addresses.',
    'In **Access** (or on each page: **•••** > **Connections**), choose the pages and databases that it may see. Subpages are included.',
    'Copy the **Internal Integration Secret**, which starts with `ntn_`, and paste it into the box.',
  ],
  notes: [
    'Every key that may use Notion then uses this account.',
    'A personal access token works as well; it sees what its person sees, but no other users.',
  ],
  details: ['A request that sends its own `X-Workspace-Token` uses that token instead.'],
  uncertain: [],
}
