import type { AdminDocs } from '../../gateway/docs.ts'

/** The texts of the management app's operations. */
export const adminDocs: AdminDocs = {
  operations: {
    admin_sign_in: {
      ko: '관리 앱 로그인',
      en: {
        summary: 'Sign in to the management app',
        description:
          'Sets the cookie that opens the other operations for 60 minutes, renewed in use, for 12 hours at most.',
      },
    },
    admin_get_session: {
      ko: '현재 세션',
      en: {
        summary: 'Get the current session',
        description:
          'Without a cookie and a key the answer is that nobody is signed in. A cookie that is no longer valid is 401, and is deleted.',
      },
    },
    admin_sign_out: {
      ko: '관리 앱 로그아웃',
      en: {
        summary: 'Sign out of the management app',
        description: 'The session ends here at once, and everywhere within 10 seconds.',
      },
    },
    admin_get_overview: {
      ko: '배포와 설정 상태',
      en: {
        summary: 'Get the deployment and its settings',
        description: 'Whether each setting is there, never its value.',
      },
    },
    admin_get_api_key: {
      ko: '배포 API 키 보기',
      en: {
        summary: 'The API key of the deployment',
        description: 'The key that opens everything: for the owner to copy into a client.',
      },
    },
    admin_list_accounts: {
      ko: '계정 목록',
      en: {
        summary: 'List accounts with their last known state',
        description:
          'Asks no product: admin_test_account does. The name of each account is a part of the paths of the others.',
      },
    },
    admin_test_accounts: {
      ko: '모든 계정 테스트',
      en: {
        summary: 'Test all connected accounts at the same time',
        description:
          'Each is tested once a minute at most, with one cheap read. A result of the last minute, or a use, is returned instead of a test.',
      },
    },
    admin_connect_account: {
      ko: '계정 연결',
      en: {
        summary: 'Connect an account, replacing its present credential',
        description:
          'The credential is tested with the product first, and stored only if the product accepts it. A secret that belongs elsewhere is refused before that, and `parameters` says where it belongs.',
      },
    },
    admin_disconnect_account: {
      ko: '계정 연결 해제',
      en: {
        summary: 'Disconnect an account',
        description: 'A secret of the deployment behind it is overruled until it changes, which the message says.',
      },
    },
    admin_test_account: {
      ko: '계정 테스트',
      en: {
        summary: 'Test an account with one cheap read of its product',
        description: 'Answers 200 whatever the verdict. `state` is the result, and `hint` says what to do.',
      },
    },
    admin_get_webhook: {
      ko: '워크스페이스 웹훅 주소',
      en: {
        summary: 'Get the webhook URL for changes of the workspace',
        description: 'Events of the workspace come without it as well, within EVENTS_POLL_SECONDS.',
      },
    },
    admin_make_link: {
      ko: '고객용 링크 만들기',
      en: {
        summary: 'Create an invite link for connecting one account',
        description:
          'It opens one account for 4 hours or 10 tries, until it was used, and shows nothing of the deployment. A new ADMIN_KEY ends it.',
      },
    },
    admin_list_links: {
      ko: '고객용 링크 목록',
      en: {
        summary: 'List invite links',
        description: 'Those of the last week, the newest first. The links themselves are stored nowhere.',
      },
    },
    admin_revoke_link: {
      ko: '고객용 링크 취소',
      en: { summary: 'Revoke an invite link' },
    },
    admin_open_link: {
      ko: '고객용 링크 열기',
      en: {
        summary: 'Open an invite link; sets the cookie for connecting its account',
        description:
          'The token is the fragment of the address that admin_make_link answered. 410: the link was used or has ended.',
      },
    },
    admin_connect_by_link: {
      ko: '링크로 계정 연결',
      en: {
        summary: 'Connect the account of an invite link; the link then expires',
        description: 'As admin_connect_account, but without force. A link has 10 tries.',
      },
    },
    admin_list_keys: {
      ko: 'API 키 목록',
      en: {
        summary: 'List named keys',
        description: 'Their `id` is a part of the paths that change, roll and delete them.',
      },
    },
    admin_make_key: {
      ko: 'API 키 만들기',
      en: {
        summary: 'Create a named key',
        description: 'The key is shown this once. It may take a minute until it is known everywhere.',
      },
    },
    admin_change_key: {
      ko: 'API 키 변경',
      en: {
        summary: 'Update a named key',
        description: 'What is not named stays. Seen everywhere within two minutes. The id comes from admin_list_keys.',
      },
    },
    admin_roll_key: {
      ko: 'API 키 재발급',
      en: {
        summary: 'Rotate a named key',
        description:
          'The new key has the name, licence, groups and end of the previous one, which ends after the overlap. It is shown this once. The id comes from admin_list_keys. 409: the key is disabled or has expired.',
      },
    },
    admin_delete_key: {
      ko: 'API 키 폐기',
      en: {
        summary: 'Delete a named key',
        description:
          'It is refused everywhere within two minutes. Its subscriptions to events are paused. The id comes from admin_list_keys.',
      },
    },
    admin_read_grant_request: {
      ko: '프로그램의 접근 요청 확인',
      en: {
        summary: 'Get the client that requests access',
        description: 'It needs no sign-in, so that one sees who asks before one types the admin key.',
      },
    },
    admin_make_grant: {
      ko: '프로그램에 접근 허용',
      en: {
        summary: 'Grant a client access',
        description:
          'It is valid only for /mcp, with the licence of the deployment, and expires after 90 days. Earlier grants of the same client stay.',
      },
    },
    admin_list_grants: {
      ko: '연결된 프로그램 목록',
      en: {
        summary: 'List connected clients',
        description: 'Those whose access ended by itself in the last 30 days are listed with the reason.',
      },
    },
    admin_change_grant: {
      ko: '프로그램의 한도와 먼저 물어보기 변경',
      en: {
        summary: 'Change the limits of a client, and whether it asks first',
        description:
          'What is not named stays. The change holds everywhere within a minute. What else a client may do changes by connecting it again.',
      },
    },
    admin_revoke_grant: {
      ko: '프로그램의 접근 취소',
      en: {
        summary: 'Revoke the access of a client',
        description: 'Its tokens are refused everywhere within a minute. A grant that has ended is taken off the list.',
      },
    },
    admin_get_confirmation: {
      ko: '동의를 기다리는 요청',
      en: {
        summary: 'A call that waits for the agreement of the owner',
        description: 'The id is in the address that the refused call named. 404: it is older than 10 minutes.',
      },
    },
    admin_decide_confirmation: {
      ko: '요청에 동의 또는 거부',
      en: {
        summary: 'Agree to a call, or refuse it',
        description: 'The caller may then make the call once. Only the first decision counts, which the answer has.',
      },
    },
    admin_get_usage: {
      ko: '사용량',
      en: {
        summary: 'Requests per day, key, group and outcome',
        description:
          'A tool call counts as the operation that it runs. Days are Korean days. Counts are stored for 35 days.',
      },
    },
    admin_list_audit: {
      ko: '변경 기록',
      en: {
        summary: 'List audit log entries',
        description:
          'Changes, changes of keys and credentials, and failed sign-ins of 90 days, at most 20,000. It holds no credential and no content. The last second may be missing.',
      },
    },
    admin_list_requests: {
      ko: '실패한 요청 목록',
      en: {
        summary: 'List failed requests with their reasons',
        description: 'The last 500 failed requests of 7 days. Look up the X-Request-Id of an answer by `request_id`.',
      },
    },
    admin_export_data: {
      ko: '계정 데이터 내려받기',
      en: {
        summary: 'Export the data of an account, without credentials',
        description: 'Credentials and tokens are counted, never shown.',
      },
    },
    admin_erase_data: {
      ko: '계정 데이터 삭제',
      en: {
        summary: 'Erase the data of an account, or of all accounts',
        description:
          'Disconnects the account. Data at the product and secrets of the deployment stay. Named keys, grants, counts and the audit log stay. Idempotency records of payments expire after 24 hours: without them a repeated request could pay twice.',
      },
    },
    admin_get_events: {
      ko: '이벤트 구독 목록',
      en: {
        summary: 'List all subscriptions and event sources',
        description: 'The operations of `/events` change, test and end them.',
      },
    },
    admin_poll_events: {
      ko: '이벤트 지금 확인',
      en: {
        summary: 'Poll the event sources now',
        description:
          'What they tell is delivered in the seconds after. One that was asked just now is asked 2 s later.',
      },
    },
  },
}
