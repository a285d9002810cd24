import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Open the [Developer portal of Notion](https://app.notion.com/developers/connections), **Build** > **Internal connections**, and choose **Create a new connection**: name, workspace and, if asked, **Access token**. Only an owner of the workspace can do this.',
    'In its tab **Configuration**, turn on the capabilities that you need: reading, updating and inserting content, reading and inserting comments, and user information with e-mail addresses.',
    'In **Content access** > **Edit access** (or on each page: **•••** > **Connections** > **Add connection**), choose the pages and databases that it may see. Subpages are included.',
    'Copy the **Installation access token** of the tab **Configuration**, which starts with `ntn_`, and paste it into the box.',
  ],
  notes: [
    'Every key that may use Notion then uses this account.',
    'A personal access token works as well; it sees what its person sees, but no other users, and it ends after a year at the latest.',
  ],
  details: ['A request that sends its own `X-Workspace-Token` uses that token instead.'],
  uncertain: [],
}
