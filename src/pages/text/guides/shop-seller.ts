import type { Guide } from '../guide.ts'

const en: Guide = {
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

const ko: Guide = {
  steps: [
    'WING은 등록된 IP 주소(최대 10개)의 호출만 받는데 게이트웨이에는 고정 주소가 없습니다. 먼저 [고정 IP 중계 서버](/docs/guide/relay?lang=ko)를 준비하세요. 직접 관리하는 작은 서버입니다.',
    '[WING](https://wing.coupang.com)에 로그인하고 오른쪽 위의 ID를 눌러 **판매자정보** 또는 **추가판매정보**를 선택하세요.',
    '**OPEN API 키 발급**에서 발급을 누르고 **OPEN API**를 선택한 뒤 약관에 동의하세요.',
    '자체개발(직접입력)을 선택하고 업체명, URL, 중계 서버의 IP 주소를 입력하세요.',
    'Vendor ID, Access Key, Secret Key를 한꺼번에 또는 하나씩 상자에 붙여 넣으세요.',
  ],
  notes: [
    'IP 주소를 바꾸면 약 30분 뒤에 적용됩니다.',
    'WING 키에는 유효기간이 있습니다. 만료되기 전에 새 키로 교체하세요.',
  ],
  details: ['중계 서버의 설정 이름은 `RELAY_URL`과 `RELAY_TOKEN`입니다.'],
  uncertain: ['메뉴의 위치는 판매자에 따라 다를 수 있습니다.'],
}

export const guide = { en, ko }
