/** What a line of Activity is about. */
export interface DeedFacts {
  /** The account or the kind of chat with a blank behind it, or nothing where it is not known. */
  of: string
  /** The same without the blank, or these words. */
  subject: (otherwise: string) => string
  /** Words of the gateway that tell what was done, such as `paused` (docs/spec/admin.md, "Audit log"). */
  has: (detail: string) => boolean
  isAll: boolean
}

/** How a change of the owner is called. */
export interface Deed {
  /** The name of a change that was made. */
  done: string | ((facts: DeedFacts) => string)
  /** The name of one that was refused or failed, and of a filter. */
  tried: string
}

/** The name of each change in Activity, in the words of the owner who made it. */
const en = {
  admin_sign_in: { done: 'Signed in with the admin key', tried: 'Sign in with the admin key' },
  admin_sign_in_with_passkey: { done: 'Signed in with a passkey', tried: 'Sign in with a passkey' },
  admin_sign_out: { done: 'Signed out', tried: 'Sign out' },
  admin_prove_session: { done: 'Confirmed that it is you', tried: 'Confirm that it is you' },
  admin_end_session: { done: 'A device signed out', tried: 'Sign out a device' },
  admin_end_other_sessions: { done: 'All other devices signed out', tried: 'Sign out all other devices' },
  admin_add_passkey: { done: 'Passkey added', tried: 'Add a passkey' },
  admin_rename_passkey: { done: 'Passkey renamed', tried: 'Rename a passkey' },
  admin_delete_passkey: { done: 'Passkey removed', tried: 'Remove a passkey' },
  admin_change_settings: { done: 'Settings changed', tried: 'Change settings' },
  admin_get_api_key: { done: 'Default API key shown', tried: 'Show the default API key' },
  admin_make_data_key: { done: 'Started again with empty data', tried: 'Start again with empty data' },
  admin_connect_account: { done: ({ subject }) => `${subject('Account')} connected`, tried: 'Connect an account' },
  admin_connect_by_click: {
    done: ({ subject }) => `${subject('Account')} connected by signing in there`,
    tried: 'Connect an account by signing in there',
  },
  admin_connect_by_link: {
    done: ({ subject }) => `${subject('Account')} connected by a link`,
    tried: 'Connect an account by a link',
  },
  admin_disconnect_account: {
    done: ({ subject }) => `${subject('Account')} disconnected`,
    tried: 'Disconnect an account',
  },
  admin_test_account: { done: ({ subject }) => `${subject('Account')} tested`, tried: 'Test an account' },
  admin_test_accounts: { done: 'All accounts tested', tried: 'Test all accounts' },
  admin_get_webhook: {
    done: ({ subject }) => `Webhook address of ${subject('an account')} shown`,
    tried: 'Show the webhook address of an account',
  },
  admin_take_webhook_token: {
    done: ({ subject }) => `New webhook token of ${subject('an account')} taken`,
    tried: 'Take the new webhook token of an account',
  },
  admin_make_link: {
    done: ({ subject }) => `Link to connect ${subject('an account')} created`,
    tried: 'Create a link to connect an account',
  },
  admin_revoke_link: { done: 'Link to connect an account revoked', tried: 'Revoke a link to connect an account' },
  admin_open_link: {
    done: ({ subject }) => `Link to connect ${subject('an account')} opened`,
    tried: 'Open a link to connect an account',
  },
  admin_export_data: {
    done: ({ isAll, subject }) => (isAll ? 'All data opened' : `Data of ${subject('an account')} opened`),
    tried: 'Open data',
  },
  admin_erase_data: {
    done: ({ isAll, subject }) => (isAll ? 'All data erased' : `Data of ${subject('an account')} erased`),
    tried: 'Erase data',
  },
  admin_make_key: { done: 'API key created', tried: 'Create an API key' },
  admin_change_key: {
    done: ({ has }) => `API key ${has('paused') ? 'disabled' : has('resumed') ? 'enabled again' : 'changed'}`,
    tried: 'Change an API key',
  },
  admin_roll_key: { done: 'API key rotated', tried: 'Rotate an API key' },
  admin_delete_key: { done: 'API key revoked', tried: 'Revoke an API key' },
  admin_restore_keys: { done: 'Lost API keys written again', tried: 'Write lost API keys again' },
  admin_make_grant: { done: 'Program allowed', tried: 'Allow a program' },
  admin_change_grant: { done: 'Access of a program changed', tried: 'Change the access of a program' },
  admin_revoke_grant: { done: 'Access of a program revoked', tried: 'Revoke the access of a program' },
  admin_decide_confirmation: {
    done: ({ has }) => (has('refused') ? 'Request of a program refused' : 'Request of a program agreed to'),
    tried: 'Agree to a request of a program, or refuse it',
  },
  admin_poll_events: { done: 'Checked for news now', tried: 'Check for news now' },
  events_create_subscription: {
    done: ({ of }) => `${of}notification added`,
    tried: 'Add a notification',
  },
  events_change_subscription: {
    done: ({ of, has }) => `${of}notification ${has('paused') ? 'paused' : has('resumed') ? 'resumed' : 'changed'}`,
    tried: 'Change a notification',
  },
  events_delete_subscription: {
    done: ({ of }) => `${of}notification deleted`,
    tried: 'Delete a notification',
  },
  events_test_subscription: { done: ({ of }) => `${of}notification tested`, tried: 'Test a notification' },
  events_roll_secret: {
    done: ({ of }) => `${of}notification: new signing secret`,
    tried: 'Make a new signing secret of a notification',
  },
  events_redeliver_failed: {
    done: ({ of }) => `${of}notification: what failed was sent again`,
    tried: 'Send again what failed',
  },
  events_redeliver_event: { done: 'Notification sent again', tried: 'Send a notification again' },
} satisfies Readonly<Record<string, Deed>>

const ko: Record<keyof typeof en, Deed> = {
  admin_sign_in: { done: '관리자 키로 로그인', tried: '관리자 키로 로그인' },
  admin_sign_in_with_passkey: { done: '패스키로 로그인', tried: '패스키로 로그인' },
  admin_sign_out: { done: '로그아웃', tried: '로그아웃' },
  admin_prove_session: { done: '본인 확인', tried: '본인 확인' },
  admin_end_session: { done: '다른 기기 로그아웃', tried: '다른 기기 로그아웃' },
  admin_end_other_sessions: { done: '다른 모든 기기 로그아웃', tried: '다른 모든 기기 로그아웃' },
  admin_add_passkey: { done: '패스키 추가', tried: '패스키 추가' },
  admin_rename_passkey: { done: '패스키 이름 변경', tried: '패스키 이름 변경' },
  admin_delete_passkey: { done: '패스키 삭제', tried: '패스키 삭제' },
  admin_change_settings: { done: '설정 변경', tried: '설정 변경' },
  admin_get_api_key: { done: '기본 API 키 보기', tried: '기본 API 키 보기' },
  admin_make_data_key: { done: '빈 데이터로 새로 시작', tried: '빈 데이터로 새로 시작' },
  admin_connect_account: { done: ({ of }) => `${of}계정 연결`, tried: '계정 연결' },
  admin_connect_by_click: {
    done: ({ of }) => `${of}로그인으로 계정 연결`,
    tried: '로그인으로 계정 연결',
  },
  admin_connect_by_link: { done: ({ of }) => `${of}계정 연결 (연결 요청 링크)`, tried: '연결 요청 링크로 계정 연결' },
  admin_disconnect_account: { done: ({ of }) => `${of}계정 연결 해제`, tried: '계정 연결 해제' },
  admin_test_account: { done: ({ of }) => `${of}계정 테스트`, tried: '계정 테스트' },
  admin_test_accounts: { done: '모든 계정 테스트', tried: '모든 계정 테스트' },
  admin_get_webhook: { done: ({ of }) => `${of}웹훅 주소 보기`, tried: '웹훅 주소 보기' },
  admin_take_webhook_token: { done: ({ of }) => `${of}웹훅 토큰 교체`, tried: '웹훅 토큰 교체' },
  admin_make_link: { done: ({ of }) => `${of}연결 요청 링크 만들기`, tried: '연결 요청 링크 만들기' },
  admin_revoke_link: { done: '연결 요청 링크 취소', tried: '연결 요청 링크 취소' },
  admin_open_link: { done: ({ of }) => `${of}연결 요청 링크 열기`, tried: '연결 요청 링크 열기' },
  admin_export_data: {
    done: ({ isAll, of }) => (isAll ? '모든 데이터 열람' : `${of}데이터 열람`),
    tried: '데이터 열람',
  },
  admin_erase_data: {
    done: ({ isAll, of }) => (isAll ? '모든 데이터 삭제' : `${of}데이터 삭제`),
    tried: '데이터 삭제',
  },
  admin_make_key: { done: 'API 키 만들기', tried: 'API 키 만들기' },
  admin_change_key: {
    done: ({ has }) => `API 키 ${has('paused') ? '사용 중지' : has('resumed') ? '다시 사용' : '변경'}`,
    tried: 'API 키 변경',
  },
  admin_roll_key: { done: 'API 키 재발급', tried: 'API 키 재발급' },
  admin_delete_key: { done: 'API 키 폐기', tried: 'API 키 폐기' },
  admin_restore_keys: { done: '사라진 API 키 복구', tried: '사라진 API 키 복구' },
  admin_make_grant: { done: '프로그램 접근 허용', tried: '프로그램 접근 허용' },
  admin_change_grant: { done: '프로그램 접근 권한 변경', tried: '프로그램 접근 권한 변경' },
  admin_revoke_grant: { done: '프로그램 접근 취소', tried: '프로그램 접근 취소' },
  admin_decide_confirmation: {
    done: ({ has }) => (has('refused') ? '프로그램의 요청 거부' : '프로그램의 요청에 동의'),
    tried: '프로그램의 요청에 동의 또는 거부',
  },
  admin_poll_events: { done: '새 소식 바로 확인', tried: '새 소식 바로 확인' },
  events_create_subscription: { done: ({ of }) => `${of}알림 추가`, tried: '알림 추가' },
  events_change_subscription: {
    done: ({ of, has }) => `${of}알림 ${has('paused') ? '일시 중지' : has('resumed') ? '다시 시작' : '수정'}`,
    tried: '알림 수정',
  },
  events_delete_subscription: { done: ({ of }) => `${of}알림 삭제`, tried: '알림 삭제' },
  events_test_subscription: { done: ({ of }) => `${of}알림 테스트`, tried: '알림 테스트' },
  events_roll_secret: { done: ({ of }) => `${of}알림 서명 시크릿 교체`, tried: '알림 서명 시크릿 교체' },
  events_redeliver_failed: { done: ({ of }) => `실패한 ${of}알림 다시 보내기`, tried: '실패한 알림 다시 보내기' },
  events_redeliver_event: { done: '알림 다시 보내기', tried: '알림 다시 보내기' },
}

export const deedsTexts: { en: Readonly<Record<string, Deed>>; ko: Readonly<Record<string, Deed>> } = { en, ko }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What a change is about: its account or chat by its name, and what the gateway says of it. */
interface Done {
  name: string
  details: readonly string[]
  isAll: boolean
}

/** The name of a deed. @param done undefined for one that was not made, and for all of its kind */
export function nameDeed(deed: Deed, done?: Done): string {
  if (!done) return deed.tried
  if (typeof deed.done === 'string') return deed.done
  const { name, details, isAll } = done
  return capital(
    deed.done({
      of: name && `${name} `,
      subject: (otherwise) => name || otherwise,
      has: (detail) => details.includes(detail),
      isAll,
    }),
  )
}
