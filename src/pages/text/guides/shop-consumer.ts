import type { Guide } from '../guide.ts'

const en: Guide = {
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

const ko: Guide = {
  steps: [
    '컴퓨터에서 [coupang.com](https://www.coupang.com)에 로그인하고 [주문목록](https://mc.coupang.com/ssr/desktop/order/list)을 여세요.',
    '개발자 도구(`F12`, Mac은 `Option-Command-I`)를 열고 **Network**(네트워크)를 선택한 뒤 페이지를 새로 고치세요.',
    '`mc.coupang.com`으로 보낸 요청을 마우스 오른쪽 버튼으로 눌러 **Copy**(복사) > **Copy as cURL**(cURL로 복사)을 선택하세요. PowerShell용을 포함해 모든 형식을 읽을 수 있습니다.',
    '전체를 상자에 붙여 넣으세요.',
  ],
  notes: [
    '그중 Cookie 헤더만 꺼내어 보냅니다.',
    '브라우저에서 로그아웃되면 함께 만료됩니다. 그 브라우저에서 로그아웃하지 마세요.',
  ],
  uncertain: ['고객용 공식 API가 없고, 봇 차단이 게이트웨이를 거부할 수 있습니다. 중계 서버가 도움이 될 수 있습니다.'],
  details: ['이 계정에 중계 서버를 쓰려면 `RELAY_FOR`에 `shop-consumer`를 추가하세요.'],
}

export const guide = { en, ko }
