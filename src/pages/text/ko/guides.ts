import type { Guides } from '../guide.ts'

export const guides: Guides = {
  recorder: {
    steps: [
      '컴퓨터의 브라우저에서 [web.plaud.ai](https://web.plaud.ai)에 로그인하세요.',
      '개발자 도구(`F12`, Mac은 `Option-Command-I`)를 열고 **Console**(콘솔)을 선택하세요.',
      '이 한 줄을 복사해 콘솔에 붙여 넣고 Enter를 누르세요. 세션의 토큰만 복사됩니다. 브라우저에 따라 먼저 `allow pasting`을 입력해야 합니다.',
      '복사된 내용을 상자에 붙여 넣으세요.',
    ],
    notes: [
      '직접 찾기: **Application**(애플리케이션) > **Local Storage**(로컬 저장소) > `https://web.plaud.ai`에서 이름이 `tokenstr` 또는 `workspaceList`로 끝나는 행.',
      '게이트웨이와 브라우저가 같은 세션을 쓰므로 브라우저가 로그아웃될 수 있습니다. 시크릿 창에서 로그인해 복사한 뒤 로그아웃하지 말고 창을 닫으세요.',
      '갱신 토큰은 쓸 때마다 바뀌므로 `CREDENTIALS_KEY`가 설정되어 있어야 합니다.',
    ],
    uncertain: ['제품이 공개한 방법이 아닙니다. 페이지에 저장되는 값은 계정에 따라 다르며 바뀔 수 있습니다.'],
  },
  notes: {
    steps: [
      '[platform.tiro.ooo](https://platform.tiro.ooo/dashboard/api-keys)에 로그인하고 워크스페이스를 선택하세요.',
      '**API keys**(API 키)를 열고 **Create New API Key**를 눌러 이름을 입력하세요.',
      '점으로 이어진 두 부분을 포함해 키 전체를 복사하세요. 한 번만 표시됩니다.',
      '상자에 붙여 넣으세요.',
    ],
    notes: [
      '키는 워크스페이스 하나에 속합니다. 어떤 요금제에서도 만들 수 있지만, 팀의 키는 팀 관리자만 만들 수 있습니다.',
    ],
    uncertain: [],
  },
  workspace: {
    steps: [
      '[notion.so/profile/integrations](https://www.notion.so/profile/integrations)를 열고 **새 API 통합**(New integration)을 선택하세요. 이름과 워크스페이스를 정하고 유형은 **내부**(Internal)로 두세요.',
      '필요한 기능을 켜세요: 콘텐츠 읽기, 업데이트, 입력, 댓글 읽기와 입력, 이메일을 포함한 사용자 정보.',
      '**액세스**(Access) 탭에서, 또는 각 페이지의 **•••** > **연결**(Connections)에서 볼 수 있는 페이지와 데이터베이스를 고르세요. 그 아래의 페이지도 포함됩니다.',
      '`ntn_`으로 시작하는 **내부 통합 시크릿**을 복사해 상자에 붙여 넣으세요.',
    ],
    notes: [
      '워크스페이스 그룹을 여는 모든 키가 이 계정을 사용합니다. `X-Workspace-Token`을 직접 보내는 요청은 그 토큰을 사용합니다.',
      '개인 액세스 토큰도 됩니다. 그 사람이 보는 것을 보지만 다른 사용자는 볼 수 없습니다.',
    ],
    uncertain: [],
  },
  'shop-seller': {
    steps: [
      '[WING](https://wing.coupang.com)에 로그인하고 오른쪽 위의 ID를 눌러 **판매자정보** 또는 **추가판매정보**를 선택하세요.',
      '**OPEN API 키 발급**에서 발급을 누르고 **OPEN API**를 선택한 뒤 약관에 동의하세요.',
      '자체개발(직접입력)을 선택하고 업체명, URL, 호출할 IP 주소를 입력하세요.',
      'Vendor ID, Access Key, Secret Key를 한꺼번에 또는 하나씩 상자에 붙여 넣으세요.',
    ],
    notes: [
      'WING은 등록된 IP 주소(최대 10개)의 호출만 받으며, 변경은 약 30분 뒤에 적용됩니다. 게이트웨이는 고정 주소가 없으므로 작은 서버에서 중계 서버를 실행하고(docs/ko/relay.md) 그 주소를 등록한 뒤 `RELAY_URL`과 `RELAY_TOKEN`을 설정하세요.',
      'WING 키에는 유효기간이 있습니다. 만료되기 전에 새 키로 교체하세요.',
    ],
    uncertain: ['메뉴의 위치는 판매자에 따라 다를 수 있습니다.'],
  },
  'shop-consumer': {
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
    uncertain: [
      '고객용 공식 API가 없고, 봇 차단이 게이트웨이를 거부할 수 있습니다. 중계 서버를 쓰고 `RELAY_FOR`에 `shop-consumer`를 추가하면 도움이 될 수 있습니다.',
    ],
  },
  payment: {
    steps: [
      '다섯 값은 계약할 때 결제선생이 모두 알려 줍니다: [developers.payssam.kr](https://developers.payssam.kr).',
      '값이 적힌 메시지를 통째로 상자에 붙여 넣으세요. 한국어와 영어 이름, JSON, 설정 파일의 줄을 모두 읽을 수 있습니다.',
      '찾은 값을 확인하고 빠진 값을 채우세요.',
    ],
    notes: [
      '호스트는 `erp-api.payssam.kr`처럼 이름만 쓰며, 시험용은 `sandbox.paymint.co.kr`입니다.',
      '확인은 읽기만 합니다. 청구서를 보내지 않으며 비용이 들지 않습니다.',
    ],
    uncertain: ['2세대 운영 호스트는 검수 뒤에 결제선생이 알려 줍니다.'],
  },
  video: {
    steps: [
      '[Google Cloud 콘솔](https://console.cloud.google.com)을 열고 프로젝트를 만들거나 선택하세요.',
      '[YouTube Data API v3](https://console.cloud.google.com/apis/library/youtube.googleapis.com)를 사용 설정하세요.',
      '**Credentials**(사용자 인증 정보)에서 **Create credentials**(사용자 인증 정보 만들기) > **API key**(API 키)를 선택하세요.',
      '키를 복사해 상자에 붙여 넣으세요.',
    ],
    notes: ['키를 YouTube Data API v3로만 제한하세요. 게이트웨이는 고정 주소가 없으므로 IP 주소로는 제한하지 마세요.'],
    uncertain: [],
  },
  social: {
    steps: [
      '[developers.facebook.com](https://developers.facebook.com/apps)에서 **Access the Threads API** 이용 사례로 앱을 만드세요.',
      '이용 사례의 설정에서 **Add or Remove Threads Testers**를 눌러 계정을 추가하고, Threads 설정에서 초대를 수락하세요.',
      '계정의 **장기(long-lived)** 토큰을 만들어 상자에 붙여 넣으세요.',
    ],
    notes: [
      '권한: `threads_basic`은 항상, 게시, 답글, 멘션, 검색, 삭제, 통계 권한은 필요한 만큼.',
      '60일 동안 유효합니다. `CREDENTIALS_KEY`가 설정되어 있으면 마지막 엿새 안에 게이트웨이가 갱신합니다.',
      'Threads로 로그인하려면 `SOCIAL_APP_ID`와 `SOCIAL_APP_SECRET`을 설정하고, 개요에 표시된 리디렉션 URI를 등록하세요. https여야 합니다.',
    ],
    uncertain: [],
  },
}
