import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Sign in at [WING](https://wing.coupang.com), click your ID at the upper right and choose **Seller Information** or **Additional Sales Information**.',
    'Choose **Get API Key**, then **OPEN API**, and agree to the terms.',
    'Choose self-development (direct input), and enter name, URL and the IP addresses that calls come from.',
    'Paste vendor ID, access key and secret key into the box, together or one by one.',
  ],
  notes: [
    'WING accepts calls only from registered IP addresses, at most 10; a change takes about 30 minutes. The gateway has no fixed address, so it needs a relay: a small server whose address you register.',
    'WING keys expire. Connect the new key here before that.',
  ],
  details: [
    'The page "relay" of the documentation (docs/relay.md) says how to run one. Its settings are `RELAY_URL` and `RELAY_TOKEN`.',
  ],
  uncertain: ['The menu differs between sellers.'],
}
