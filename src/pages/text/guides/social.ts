import type { Guide } from '../guide.ts'

const en: Guide = {
  steps: [
    'Create an app at [developers.facebook.com](https://developers.facebook.com/apps) with the use case **Access the Threads API**.',
    'In the settings of the use case choose **Add or Remove Threads Testers**, add your account, and accept the invitation in the settings of Threads.',
    'Create a **long-lived** token for your account, and paste it into the box.',
  ],
  notes: [
    'Choose the permissions for publishing, replies, mentions, search, deleting and insights as you need them.',
    'It is valid for 60 days. The gateway renews it in its last six days.',
    'You can sign in with Threads instead, once the person who runs the gateway has set that up.',
  ],
  details: [
    'The permission `threads_basic` is always needed. Renewing needs `CREDENTIALS_KEY`.',
    'For the sign-in, set `SOCIAL_APP_ID` to the **Threads App ID** and `SOCIAL_APP_SECRET` to the **Threads App secret**, which are in the settings of the use case. The other App ID of the same app does not work: Threads then says that no app ID was provided (error 4476002).',
    'Register the redirect URI that the overview shows, exactly as it is: a different character is error 1349168. It must be https. Fill in the addresses for uninstalling and deleting as well, or the form does not save.',
    'The token generator of Meta gives only permissions that the account has granted before. To add one, use the sign-in.',
  ],
  uncertain: [],
}

const ko: Guide = {
  steps: [
    '[developers.facebook.com](https://developers.facebook.com/apps)에서 **Access the Threads API** 이용 사례로 앱을 만드세요.',
    '이용 사례의 설정에서 **Add or Remove Threads Testers**를 눌러 계정을 추가하고, Threads 설정에서 초대를 수락하세요.',
    '계정의 **장기(long-lived)** 토큰을 만들어 상자에 붙여 넣으세요.',
  ],
  notes: [
    '게시, 답글, 멘션, 검색, 삭제, 통계 권한을 필요한 만큼 고르세요.',
    '60일 동안 유효하며, 마지막 6일 안에 게이트웨이가 갱신합니다.',
    '게이트웨이를 운영하는 사람이 설정해 두면 토큰 대신 Threads로 로그인할 수 있습니다.',
  ],
  details: [
    '`threads_basic` 권한은 항상 필요합니다. 갱신하려면 `CREDENTIALS_KEY`가 설정되어 있어야 합니다.',
    '로그인을 쓰려면 이용 사례 설정에 있는 **Threads App ID**를 `SOCIAL_APP_ID`에, **Threads App secret**을 `SOCIAL_APP_SECRET`에 설정하세요. 같은 앱의 다른 App ID는 쓸 수 없습니다. 그 값을 쓰면 앱 ID가 없다는 오류(4476002)가 나옵니다.',
    '개요에 표시된 리디렉션 URI를 그대로 등록하세요. 한 글자라도 다르면 오류 1349168이 나옵니다. https여야 합니다. 제거 콜백과 삭제 콜백 주소도 함께 채워야 양식이 저장됩니다.',
    'Meta의 토큰 생성기는 계정이 전에 허용한 권한만 줍니다. 새 권한을 추가하려면 로그인을 쓰세요.',
  ],
  uncertain: [],
}

export const guide = { en, ko }
