import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'WING accepts calls only from registered IP addresses, at most 10, and the gateway has no fixed one: first set up [a relay with a fixed IP address](/docs/guide/relay?lang=en), a small server of your own.',
    'Sign in at [WING](https://wing.coupang.com), click your ID at the upper right and choose **Seller Information** or **Additional Sales Information**.',
    'Choose **Get API Key**, then **OPEN API**, and agree to the terms.',
    'Choose self-development (direct input), and enter name, URL and the IP address of the relay.',
    'Paste vendor ID, access key and secret key into the box, together or one by one.',
  ],
  notes: [
    'A change of the IP addresses takes about 30 minutes.',
    'WING keys expire. Connect the new key here before that.',
  ],
  details: ['The settings of the relay are `RELAY_URL` and `RELAY_TOKEN`.'],
  uncertain: ['The menu differs between sellers.'],
}
