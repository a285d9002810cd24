import type { Guides } from '../guide.ts'

export const guides: Guides = {
  recorder: {
    steps: [
      'Sign in at [web.plaud.ai](https://web.plaud.ai) in a browser on a computer.',
      'Open the developer tools (`F12`, on a Mac `Option-Command-I`) and choose **Console**.',
      'Copy this line, paste it there and press Enter. It copies the tokens of the session and nothing else. Some browsers ask you to type `allow pasting` first.',
      'Paste what was copied into the box.',
    ],
    notes: [
      'By hand: **Application** > **Local Storage** > `https://web.plaud.ai`, the row whose name ends in `tokenstr` or `workspaceList`.',
      'The gateway and the browser share the session, and the product may sign the browser out. Sign in in a private window, copy there, and close the window without signing out.',
      'A refresh token is replaced at each use, so `CREDENTIALS_KEY` must be set to store the new one.',
    ],
    uncertain: [
      'The product does not document this. What its page stores depends on the age of the account and may change.',
    ],
  },
  notes: {
    steps: [
      'Sign in at [platform.tiro.ooo](https://platform.tiro.ooo/dashboard/api-keys) and choose the workspace.',
      'Open the **API keys** and choose **Create New API Key**. Give it a name.',
      'Copy the whole key, both parts with the dot between them. It is shown once.',
      'Paste it into the box.',
    ],
    notes: ['A key belongs to one workspace. Every plan can create one; only an admin can create a key of a team.'],
    uncertain: [],
  },
  workspace: {
    steps: [
      'Open [notion.so/profile/integrations](https://www.notion.so/profile/integrations) and choose **New integration**: name, workspace, type **Internal**.',
      'Turn on the capabilities that you need: reading, updating and inserting content, reading and inserting comments, and user information with e-mail addresses.',
      'In **Access** (or on each page: **•••** > **Connections**), choose the pages and databases that it may see. Subpages are included.',
      'Copy the **Internal Integration Secret**, which starts with `ntn_`, and paste it into the box.',
    ],
    notes: [
      'Every key that opens the workspace group then uses this account. A request that sends its own `X-Workspace-Token` uses that token instead.',
      'A personal access token works as well; it sees what its person sees, but no other users.',
    ],
    uncertain: [],
  },
  'shop-seller': {
    steps: [
      'Sign in at [WING](https://wing.coupang.com), click your ID at the upper right and choose **Seller Information** or **Additional Sales Information**.',
      'Choose **Get API Key**, then **OPEN API**, and agree to the terms.',
      'Choose self-development (direct input), and enter name, URL and the IP addresses that calls come from.',
      'Paste vendor ID, access key and secret key into the box, together or one by one.',
    ],
    notes: [
      'WING accepts calls only from registered IP addresses, at most 10; a change takes about 30 minutes. The gateway has no fixed address: run a relay on a small server (docs/relay.md), register its address, and set `RELAY_URL` and `RELAY_TOKEN`.',
      'WING keys expire. Connect the new key here before that.',
    ],
    uncertain: ['The menu differs between sellers.'],
  },
  'shop-consumer': {
    steps: [
      'Sign in at [coupang.com](https://www.coupang.com) on a computer and open the [list of your orders](https://mc.coupang.com/ssr/desktop/order/list).',
      'Open the developer tools (`F12`, on a Mac `Option-Command-I`), choose **Network**, and reload the page.',
      'Click a request to `mc.coupang.com` with the right button: **Copy** > **Copy as cURL**. All variants work, including PowerShell.',
      'Paste all of it into the box.',
    ],
    notes: ['Only its Cookie header is sent.', 'It expires with the browser session: do not sign out there.'],
    uncertain: [
      'The shop offers no API for customers, and its bot protection may refuse the gateway. A relay can help: `RELAY_FOR` with `shop-consumer`.',
    ],
  },
  payment: {
    steps: [
      'You receive all five values from the vendor with your contract: [developers.payssam.kr](https://developers.payssam.kr).',
      'Paste the whole message into the box. English and Korean names, JSON and settings lines are recognized.',
      'Check what was found, and fill in what is missing.',
    ],
    notes: [
      'The host is a bare name such as `erp-api.payssam.kr`, or `sandbox.paymint.co.kr` for tests.',
      'The check only reads. It sends no bill and costs nothing.',
    ],
    uncertain: ['The vendor names the production host of the second API generation after its inspection.'],
  },
  video: {
    steps: [
      'Open the [Google Cloud console](https://console.cloud.google.com) and create or choose a project.',
      'Enable the [YouTube Data API v3](https://console.cloud.google.com/apis/library/youtube.googleapis.com).',
      'In **Credentials**, choose **Create credentials** > **API key**.',
      'Copy the key and paste it into the box.',
    ],
    notes: [
      'Restrict the key to the YouTube Data API v3. Do not restrict it to IP addresses: the gateway has no fixed one.',
    ],
    uncertain: [],
  },
  social: {
    steps: [
      'Create an app at [developers.facebook.com](https://developers.facebook.com/apps) with the use case **Access the Threads API**.',
      'In the settings of the use case choose **Add or Remove Threads Testers**, add your account, and accept the invitation in the settings of Threads.',
      'Create a **long-lived** token for your account, and paste it into the box.',
    ],
    notes: [
      'Permissions: `threads_basic` always; those for publishing, replies, mentions, search, deleting and insights as you need them.',
      'It is valid for 60 days. With `CREDENTIALS_KEY` set, the gateway renews it in its last six days.',
      'To sign in with Threads instead, set `SOCIAL_APP_ID` and `SOCIAL_APP_SECRET`, and register the redirect URI that the overview shows. It must be https.',
    ],
    uncertain: [],
  },
}
