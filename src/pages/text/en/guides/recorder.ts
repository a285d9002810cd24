import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Sign in at [web.plaud.ai](https://web.plaud.ai) in a browser on a computer.',
    'Open the developer tools (`F12`, on a Mac `Option-Command-I`) and choose **Console**.',
    'Copy this line, paste it there and press Enter. It copies the tokens of the session and the names of its workspaces, and nothing else. Some browsers ask you to type `allow pasting` first.',
    'Paste what was copied into the box.',
  ],
  notes: [
    'A recording of a Plaud Team lies only in the workspace of the Team. Open the workspace that you want before you copy; if there are several, you can choose below.',
    'By hand: **Application** > **Local Storage** > `https://web.plaud.ai`, the row `pld_session.tokens` (Plaud 4.0), or one whose name ends in `workspaceTokens` or `workspaceList`, is `pld_` and the id of a workspace, or is `token` or ends in `tokenstr`. Copy `pld_session.workspace` or the row that ends in `currentWorkspaceId` as well: it says which workspace is open.',
    'The gateway and the browser share the session, and the service may sign the browser out. Sign in in a private window, copy there, and close the window without signing out.',
  ],
  details: [
    'Tokens of Plaud’s official login (`plaud login`, MCP) open another interface and do not work here.',
    'A refresh token is replaced at each use, so `CREDENTIALS_KEY` must be set to store the new one.',
  ],
  uncertain: [
    'The service does not document this. What its page stores depends on the age of the account and may change.',
  ],
}
