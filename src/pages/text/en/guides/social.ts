import type { Guide } from '../../guide.ts'

export const guide: Guide = {
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
