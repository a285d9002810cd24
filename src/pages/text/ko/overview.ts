import type { Texts } from '../texts.ts'

export const overview: Texts['overview'] = {
  api: '내 API',
  address: 'API 주소',
  apiKey: '배포 API 키',
  apiKeyHint: '모든 계정을 쓸 수 있는 키입니다. 다른 사람의 프로그램에는 별도의 키를 발급하세요.',
  reveal: '키 보기',
  licence: '라이선스',
  version: '버전',
  redirect: '리디렉션 URI',
  redirectHint: 'Threads로 로그인하려면 Threads 앱에 등록하세요.',
  warnings: '확인할 사항',
  warningTexts: {
    api_key_unset: '게이트웨이에 API 키가 없어 프로그램이 사용할 수 없습니다.',
    api_key_short: '배포 API 키가 짧습니다. 길고 무작위인 값을 설정하세요.',
    keys_equal: '배포 API 키와 관리자 키가 같습니다. 둘 중 하나를 바꾸세요.',
    licence_unknown: '배포의 라이선스 값이 잘못되었습니다.',
    credentials_key_wrong: '암호화 키의 형식이 잘못되었습니다. 저장해 둔 키로 다시 설정하세요.',
    credentials_key_unset: '암호화 키가 없어 여기에서 계정을 연결할 수 없고, 갱신된 토큰도 저장되지 않습니다.',
    any_origin: '키를 아는 페이지라면 어느 사이트에서든 게이트웨이를 호출할 수 있습니다.',
    no_try_limit: '관리자 키를 틀리게 입력하는 횟수가 제한되지 않습니다.',
    relay_token_unset: '중계 서버의 주소만 있고 토큰이 없습니다.',
    relay_url_unset: '중계 서버의 주소가 없어, 고정 IP 주소 없이 제품을 직접 호출합니다.',
    relay_url_wrong: '중계 서버의 주소는 사용자 이름과 쿼리가 없는 https 주소여야 합니다.',
    relay_token_wrong: '중계 서버의 토큰은 눈에 보이는 ASCII 문자 32자 이상이어야 합니다.',
    relay_for_wrong:
      '중계 서버를 쓸 제품 목록에 알 수 없는 이름이 있습니다. 가능한 이름은 안내(/docs/guide/relay)에 있습니다.',
  },
  subscriptionWarning: (code, count) => {
    if (code === 'subscriptions_previous_key')
      return `이벤트 구독 ${count}개를 이전 API 키로 만들었습니다. 그 키를 가졌던 사람이 전송 내용을 받을 수 있습니다. 본인의 구독이면 유지하고(현재 키의 구독이 됩니다), 아니면 삭제하세요.`
    if (code === 'subscriptions_limited_key')
      return `이벤트 구독 ${count}개가 일시 중지되었습니다. API 키가 중지 또는 만료되었거나 권한이 부족합니다. 키를 바꾸거나 구독을 유지하세요. 유지하면 배포 API 키의 구독이 됩니다.`
    if (code === 'subscription_secrets_unreadable')
      return `이벤트 구독 ${count}개의 비밀 값을 복호화할 수 없어 아무것도 보내지 못합니다. 저장할 때 쓴 암호화 키를 다시 설정하거나, 프로그램에서 새 비밀 값을 만드세요.`
    return undefined
  },
  rotationGoesOn: (remaining) =>
    remaining === null
      ? '암호화 키가 바뀌었습니다. 새 키로 저장된 내용을 열 수 있는지 아직 확인하지 못했습니다. 이전 키를 지우지 말고 이 페이지를 다시 불러와 확인하세요.'
      : '암호화 키가 바뀌었지만, 이전 키를 설정하기 전에 새 키를 먼저 써서 두 키가 서로 다른 내용을 엽니다. 이전 키를 다시 CREDENTIALS_KEY로 설정한 뒤 두 키를 한 번에 설정하세요.',
  rotationDone: '암호화 키가 바뀌었고, 새 키로 모두 열 수 있습니다. 이제 이전 키를 지워도 됩니다.',
  keep: '유지',
  drop: '삭제',
  allDecided: '처리했습니다.',
  settings: '배포 설정',
  isSet: '설정됨',
  isUnset: '설정 안 됨',
}
