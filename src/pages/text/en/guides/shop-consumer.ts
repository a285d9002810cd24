import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'Sign in at [coupang.com](https://www.coupang.com) on a computer and open the [list of your orders](https://mc.coupang.com/ssr/desktop/order/list).',
    'Open the developer tools (`F12`, on a Mac `Option-Command-I`), choose **Network**, and reload the page.',
    'Click a request to `mc.coupang.com` with the right button: **Copy** > **Copy as cURL**. All variants work, including PowerShell.',
    'Paste all of it into the box.',
  ],
  notes: ['Only its Cookie header is sent.', 'It expires with the browser session: do not sign out there.'],
  uncertain: ['The shop offers no API for customers, and its bot protection may refuse the gateway. A relay can help.'],
  details: ['A relay for this account: `RELAY_FOR` with `shop-consumer`.'],
}
