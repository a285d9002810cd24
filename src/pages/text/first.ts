import type { EventType } from '../../base/events.ts'
import type { Area } from '../../base/groups.ts'
import type { SettingWarning } from '../../base/setting-warnings.ts'
import type { RefusedAddress } from '../../base/url.ts'
import type { Product } from '../api/accounts.ts'
import type { State } from '../api/types.ts'
import { commonTexts } from './common.ts'

const en = {
  accounts: {
    title: 'Accounts',
    lead: 'Each is connected once. What you paste is checked with the service, encrypted, and never shown again.',
    states: {
      ok: 'Works',
      not_connected: 'Not connected',
      rejected: 'Signed out',
      unreachable: 'Last check failed',
      misconfigured: 'Setup error',
      expires_soon: 'Expires soon',
      untested: 'Not tested yet',
    },
    /** What to do, by state: nothing where the account works or was never connected. */
    advice: {
      rejected: 'Sign-in expired or was revoked. Copy it again and reconnect.',
      misconfigured: 'A setting is wrong. The details name it.',
      expires_soon: 'Reconnect it before it expires.',
      untested: 'It was never tested, so it may not work. Test it now.',
    } as Partial<Record<State, string>>,
    /** How the last request or test of an account ended. @param status the status of the service, if that is the cause */
    lastAnswers: {
      none: (name: string) => `${name} did not answer the last time.`,
      error: (name: string, status: number | null) =>
        `${name} answered with an error the last time${status === null ? '' : ` (${status})`}.`,
      unreadable: (name: string) => `${name} sent an answer that cannot be read the last time.`,
      unknown: (name: string) => `The last check of ${name} failed.`,
      blocked: (name: string) =>
        `Meta has blocked the app for ${name}. Its owner sees why, and how to restore it, at developers.facebook.com/apps.`,
    },
    testLater: 'Test the account again later.',
    updateGateway: 'Waiting does not help. The details say why. Update the gateway.',
    refusedAddress: ({ address, isRelayed }: RefusedAddress) =>
      isRelayed
        ? `Coupang refuses the IP address ${address ?? 'of the relay'}. Register it at WING, Open API. A change takes about 30 minutes; then test the account again.`
        : `Coupang refuses the IP address ${address ?? 'of this gateway'}, because WING accepts registered addresses only and this gateway has no fixed one. Run a relay on a server with a fixed address (/docs/guide/relay), register that address at WING, Open API, and enter the relay in the settings of the gateway.`,
    purposes: {
      recorder: 'Recordings, transcripts, summaries',
      notes: 'Meeting notes, transcripts, summaries',
      workspace: 'Pages, tables, comments',
      'shop-seller': 'Orders, sales and returns of your shop',
      'shop-consumer': 'Your own orders',
      payment: 'Bills, cancellations, automatic payments',
      video: 'Details of videos. Transcripts work without it',
      social: 'Posts, replies, insights',
    },
    summary: {
      label: 'State of the accounts',
      none: 'No account is connected yet. Connect the first one below.',
      allWork: (count: number) =>
        count === 1 ? 'The connected account works.' : `All ${count} connected accounts work.`,
      someWork: (working: number, all: number, untested: number) => {
        if (all === 1)
          return untested ? 'The connected account was never tested.' : 'The connected account needs attention.'
        const sum = `${working} of ${all} accounts work`
        return untested ? `${sum}, ${untested} ${untested === 1 ? 'was' : 'were'} never tested.` : `${sum}.`
      },
      /** @param end how far away the expiry is */
      worst: (state: State, name: string, end: string): string => {
        if (state === 'rejected') return `${name}: sign-in expired or was revoked.`
        if (state === 'expires_soon') return `${name} expires ${end}.`
        return `${name} is not set up completely.`
      },
      reconnect: (name: string) => `Reconnect ${name}`,
      show: 'What to do',
      warnings: (count: number) => (count === 1 ? '1 setting to check' : `${count} settings to check`),
    },
    lastOk: 'Last used',
    connectedAt: 'Connected',
    workspace: 'Workspace',
    workspaceUnknown: 'not known yet',
    whoseLabel: 'Connected as',
    whoseUnknown: 'the service does not say',
    /** Whose account it is. What no product names has a word for what is shown instead. */
    whose: (product: Product, identity: string): string => {
      if (product === 'shop-seller') return `vendor id ${identity}`
      if (product === 'shop-consumer') return `member ${identity}`
      if (product === 'payment') return `business number ${identity}`
      return product === 'video' ? `key ${identity}` : identity
    },
    ends: 'Expires',
    endUnknown: 'not known',
    storedIn: 'Stored in',
    sources: { secret: 'the installation settings (a secret at Cloudflare)', kept: 'this app, encrypted' },
    lastError: 'Last error',
    test: 'Test',
    testAll: 'Test all',
    testedAll: 'All connected accounts were tested.',
    /** @param found how old the state is that is shown; null where there is none */
    notTested: (name: string, found: string | null) =>
      `${name} was not tested now. ${found === null ? 'Test it alone.' : `What is shown is from ${found}. Test it alone.`}`,
    testedOk: (name: string) => `${name} is working.`,
    testedBad: (name: string) => `Result of the test of ${name}:`,
    connect: 'Connect',
    reconnect: 'Reconnect',
    replace: 'Replace',
    byToken: 'Connect with a token',
    more: 'More',
    add: 'Add another account',
    disconnect: 'Disconnect',
    disconnectTitle: (name: string) => `Disconnect ${name}?`,
    disconnectBody:
      'Requests for this account are refused from now on. The stored sign-in is deleted. To reconnect, copy it again.',
    disconnected: (name: string) => `${name} is disconnected.`,
    link: 'Link for a customer',
    data: 'Data',
    failures: 'Failed requests',
    allData: 'Data of all accounts',
    instantEvents: 'Instant notifications',
    oauth: 'Sign in with Threads',
    empty: 'This gateway has no accounts to connect.',
  },
  common: commonTexts.en,
  /** What a failure means, by its code (docs/errors.md). The gateway's own message is under "Details". */
  errors: {
    offline: 'The gateway did not respond. Check your connection and try again.',
    unknown: (status: number) => `The gateway returned ${status}. Try again.`,
    details: 'Details',
    requestId: 'Request',
    /** @param fields labels of the form's fields */
    checkFields: (fields: string) => `Check these values: ${fields}.`,
    fields: {
      name: 'name',
      licence: 'licence',
      groups: 'groups',
      expires_at: 'expiry',
      overlap_hours: 'grace period',
      max_amount: 'amount per request',
      daily_amount: 'amount per day',
      hours: 'validity',
      note: 'note',
      url: 'URL',
      types: 'types',
    } as Readonly<Record<string, string>>,
    codes: {
      invalid_input: 'The gateway does not accept one of the values. Check them and try again.',
      unknown_path: 'This gateway is older than the page. Update it.',
      method_not_allowed: 'This gateway is older than the page. Update it.',
      not_found: 'It no longer exists. Reload the page.',
      conflict: 'This is not possible in the present state. Reload the page and try again.',
      quota_exceeded: 'The plan or balance at the service is used up.',
      invalid_key: 'The API key is not valid.',
      insufficient_scope: 'You are not allowed to do this.',
      confirmation_required: 'The owner has to agree to this first.',
      proof_required: 'Confirm that it is you with the admin key or a passkey.',
      licence_required: 'The licence of this gateway does not include this.',
      origin_refused: 'The request came from another page. Reload this page and try again.',
      too_many_requests: 'Too many attempts. Wait a minute, then try again.',
      limit_exceeded: 'The amount is above the limit.',
      product_refused: 'The service does not allow this for the account.',
      app_blocked: 'Meta has blocked the app. Its owner sees why at developers.facebook.com/apps.',
      not_signed_in: 'Your session has expired. Sign in again.',
      invalid_link: 'This link is no longer valid. Ask its sender for a new one.',
      account_not_connected: 'The account is not connected.',
      account_rejected: 'The service does not accept the sign-in. Reconnect the account.',
      account_ambiguous: 'X-Account is required, because this key opens several accounts.',
      setting_missing: 'A setting of the gateway is missing or wrong. The details name it.',
      oauth_refused: 'The request of the program is not valid.',
      product_failed: 'The service answered with an error. Try again later.',
      product_changed: 'The service has changed. Update the gateway.',
      answer_too_large: 'The answer of the service is too large.',
      address_refused: 'The service gave a link to an unknown address.',
      product_timeout: 'The service did not answer in time. Try again later.',
      product_unreachable: 'The service cannot be reached. Try again later.',
      caller_left: 'The request was cancelled.',
      call_budget_exceeded: 'The request needs too many calls to the service.',
      not_offered: 'The service has moved the account to a new version, for which the gateway cannot do this yet.',
      unavailable: 'The storage of the gateway did not answer. Try again in a few seconds.',
      internal_error: 'The gateway failed. Report it with the request ID below.',
    },
  },
  links: {
    title: (name: string) => `Link for a customer: ${name}`,
    lead: 'Whoever opens this link can connect this one account, without your admin key, and sees nothing else. It works once, within 4 hours and 10 attempts. You can revoke it below the accounts.',
    ownerName: 'Sent by (optional)',
    shopName: 'Sent by (name of your shop)',
    nameNeeded: 'Enter the name of your shop, so that the recipient knows who asks.',
    ownerNameHint: 'Shown on the page of the link, so that your customer knows who asks.',
    note: 'What for? (optional)',
    noteHint: 'One line, shown on the same page.',
    notCopied: 'You have not copied the link. It cannot be shown again.',
    make: 'Create link',
    url: 'Link',
    ends: (end: string) => `It expires ${end}, or once the account is connected. It is shown only once.`,
    listTitle: 'Links for customers',
    until: (time: string) => `until ${time}`,
    open: (tries: number) => `open, ${tries} attempts left`,
    states: { used: 'used', ended: 'expired', spent: 'too many attempts' },
    revoked: (name: string) => `The link for ${name} is revoked.`,
  },
  overview: {
    api: 'Your API',
    address: 'API address',
    apiKey: 'Default API key',
    apiKeyHint: 'It opens every account. For programs of other people, create a separate key.',
    reveal: 'Show the key',
    licence: 'Licence',
    version: 'Version',
    redirect: 'Redirect URI',
    redirectHint: 'Register it in your app at Threads, to sign in with Threads.',
    warnings: 'Needs attention',
    /** By warning code. The gateway's own message, under "Details", names the settings. */
    warningTexts: {
      wrong_credentials_key:
        'The encryption key is not the one that encrypted the data of this gateway. Nothing is lost. Requests are refused and notifications wait. Everything continues once the right key is set.',
      api_key_unset: 'The gateway has no API key: programs cannot use it.',
      api_key_short: 'The default API key is short. Set a long random text.',
      keys_equal: 'The default API key and the admin key are the same. Change one of them.',
      licence_unknown: 'The licence of this gateway has a value that does not exist.',
      credentials_key_wrong: 'The encryption key has the wrong form. Set the key that you saved.',
      credentials_key_unset:
        'There is no encryption key: no account can be connected here, and a renewed token is not stored.',
      any_origin: 'A web page of any site may call the gateway if it has a key.',
      no_try_limit: 'Attempts with a wrong admin key are not limited.',
      key_copies_lost: 'The storage has lost keys of programs, so their requests are refused. Restore the keys.',
      relay_token_unset: 'The relay has an address, but no token.',
      relay_url_unset:
        'The relay has settings, but no address: calls go to the services directly, from no fixed IP address.',
      relay_url_wrong: 'The address of the relay must be an https address without user name or query.',
      relay_token_wrong: 'The token of the relay must have at least 32 visible ASCII characters.',
      relay_for_wrong:
        'The list of services for the relay has an unknown name. The guide /docs/guide/relay lists them.',
    } satisfies Record<SettingWarning, string>,
    /** For a warning about subscriptions. Undefined for an unknown code. */
    subscriptionWarning: (code: string, count: number): string | undefined => {
      const many = count === 1 ? 'One notification' : `${count} notifications`
      const [were, have] = count === 1 ? ['was', 'has'] : ['were', 'have']
      if (code === 'subscriptions_previous_key')
        return `${many} ${were} created with a previous API key. Anyone who had that key can read what is delivered. Keep the ones that are yours: they then belong to the present key. Delete the rest.`
      if (code === 'subscriptions_limited_key')
        return `${many} ${were} paused: the API key is disabled, has expired, or no longer opens what is delivered. Change the key, or keep the notification: it then belongs to the default API key.`
      if (code === 'subscription_secrets_unreadable')
        return `${many} ${have} a secret that cannot be decrypted, so nothing is delivered. Set the encryption key with which it was stored, or let the program create a new secret.`
      return undefined
    },
    rotationGoesOn: (remaining: number | null): string =>
      remaining === null
        ? 'The encryption key was changed. It is not known yet whether the stored data opens with the new key. Do not remove the previous key; reload this page to check.'
        : 'The encryption key was changed, and the new key was in use before the previous one was set: they open different data. Set the previous key as CREDENTIALS_KEY again, and then both keys at once.',
    rotationDone:
      'The encryption key was changed, and the new key opens everything. You can remove the previous key now.',
    keep: 'Keep',
    drop: 'Delete',
    allDecided: 'Done.',
    settings: 'Installation settings',
    isSet: 'set',
    isUnset: 'not set',
  },
  /** The product names of the accounts, as their users know them. */
  products: {
    recorder: 'Plaud',
    notes: 'Tiro',
    workspace: 'Notion',
    'shop-seller': 'Coupang WING',
    'shop-consumer': 'Coupang',
    payment: 'PaySsam',
    video: 'YouTube Data API',
    social: 'Threads',
  } satisfies Record<Product, string>,
  session: {
    title: 'Sign in',
    lead: 'Connect accounts, create API keys and see how they are used.',
    adminKey: 'Admin key',
    adminKeyHint: 'The key that was set when the gateway was installed.',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    trust: 'Trust this device (30 days)',
    trustHint: 'Not on a device that others use.',
    passkey: 'Sign in with a passkey',
    passkeyStopped: 'No passkey was found on this device. Sign in with the admin key, then add one.',
    passkeyRefused: 'This passkey was not accepted. Use the admin key.',
    passkeyPresent: 'This device has a passkey already.',
    wrong: 'That is not the admin key. Look for the key that you saved when you installed the gateway.',
    empty: 'Enter the admin key first.',
    ended: 'Your session has expired. Sign in to continue: nothing that you typed is lost.',
    endedTitle: 'Sign in again',
    unsetTitle: 'This gateway has no admin key yet',
    forgottenTitle: 'Lost your admin key?',
    unsetHow: 'How to set it',
  },
  /** The name of each view, in the navigation and as its heading. */
  views: {
    overview: 'Overview',
    keys: 'API keys',
    events: 'Notifications',
    usage: 'Usage',
    activity: 'Activity',
    'sign-in': 'Sign-in and devices',
    settings: 'Settings',
  },
  /** The gateway's own names, in words that people use. */
  words: {
    /** What a key or a program may use: the service, and what it gives. */
    groups: {
      recorder: 'Plaud (recordings)',
      notes: 'Tiro (notes)',
      workspace: 'Notion (pages)',
      shop: 'Coupang (orders)',
      payment: 'PaySsam (payments)',
      video: 'YouTube (videos)',
      social: 'Threads (posts)',
      events: 'Notifications',
      gateway: 'Latchkey',
      admin: 'Management app',
    } satisfies Record<Area, string>,
    /** When an event happens. */
    eventTypes: {
      'recorder.file.ready': 'A recording is ready',
      'recorder.file.updated': 'A recording has changed',
      'notes.note.created': 'There is a new note',
      'notes.note.updated': 'A note has changed',
      'workspace.page.created': 'A page was created',
      'workspace.page.updated': 'A page has changed',
      'workspace.page.trashed': 'A page was moved to the trash',
      'workspace.row.created': 'A table has a new row',
      'workspace.row.updated': 'A row has changed',
      'workspace.comment.created': 'Somebody commented on a page',
      'shop.order.created': 'You ordered something',
      'shop.ordersheet.created': 'An order came in',
      'shop.return.created': 'A customer wants to return or cancel',
      'shop.inquiry.created': 'A customer asked a question',
      'payment.bill.paid': 'A bill was paid',
      'payment.bill.cancelled': 'A paid bill was cancelled',
      'payment.bill.expired': 'Nobody paid a bill in time',
      'payment.points.low': 'Points for bills run low',
      'social.reply.created': 'Somebody replied to a post',
      'account.expiring': 'An account expires soon',
      'account.rejected': 'An account must be reconnected',
      'account.unreachable': 'The service of an account is down',
      'account.recovered': 'An account works again',
      'account.connected': 'An account was connected',
      'owner.changed': 'Access or an account of yours was changed',
      'latchkey.test': 'Test',
    } satisfies Record<EventType, string>,
  },
}

const ko: typeof en = {
  accounts: {
    title: '계정',
    lead: '계정마다 한 번만 연결하면 됩니다. 붙여 넣은 값은 해당 서비스에서 확인한 뒤 암호화되어 저장되며 다시 표시되지 않습니다.',
    states: {
      ok: '정상',
      not_connected: '연결 안 됨',
      rejected: '다시 연결 필요',
      unreachable: '마지막 확인 실패',
      misconfigured: '설정 오류',
      expires_soon: '곧 만료',
      untested: '확인 전',
    },
    advice: {
      rejected: '로그인이 만료되었거나 취소되었습니다. 새로 복사해서 다시 연결하세요.',
      misconfigured: '설정이 잘못되었습니다. 어떤 설정인지는 자세히에 있습니다.',
      expires_soon: '만료되기 전에 다시 연결하세요.',
      untested: '아직 확인하지 않았습니다. 지금 테스트하세요.',
    },
    lastAnswers: {
      none: (name) => `${name}: 마지막으로 확인했을 때 응답하지 않았습니다.`,
      error: (name, status) =>
        `${name}: 마지막으로 확인했을 때 오류로 응답했습니다${status === null ? '' : `(${status})`}.`,
      unreadable: (name) => `${name}: 마지막으로 확인했을 때 알 수 없는 응답을 보냈습니다.`,
      unknown: (name) => `${name}: 마지막으로 확인하지 못했습니다.`,
      blocked: (name) =>
        `${name}: Meta가 앱을 차단했습니다. 이유와 해제 방법은 앱 소유자가 developers.facebook.com/apps에서 확인할 수 있습니다.`,
    },
    testLater: '잠시 후 다시 테스트하세요.',
    updateGateway: '기다려도 해결되지 않습니다. 자세한 내용을 확인하고 게이트웨이를 업데이트하세요.',
    refusedAddress: ({ address, isRelayed }) =>
      isRelayed
        ? `쿠팡이 IP 주소 ${address ?? '(중계 서버의 주소)'}의 호출을 거부합니다. WING의 Open API에 이 주소를 등록하세요. 적용에 30분쯤 걸리며, 그 뒤에 다시 테스트하세요.`
        : `쿠팡이 IP 주소 ${address ?? '(게이트웨이의 주소)'}의 호출을 거부합니다. WING은 등록한 주소만 받는데 이 게이트웨이에는 고정 주소가 없습니다. 고정 주소가 있는 서버에서 중계 서버를 실행하고(안내: /docs/guide/relay), 그 주소를 WING의 Open API에 등록한 뒤 게이트웨이에 중계 서버를 설정하세요.`,
    purposes: {
      recorder: '녹음, 전사, 요약',
      notes: '회의 노트, 전사, 요약',
      workspace: '페이지, 표, 댓글',
      'shop-seller': '내 쇼핑몰의 주문, 매출, 반품',
      'shop-consumer': '내가 주문한 내역',
      payment: '청구서, 취소, 자동결제',
      video: '동영상 정보(자막은 연결 없이 가능)',
      social: '게시물, 답글, 통계',
    },
    summary: {
      label: '계정 상태',
      none: '아직 연결된 계정이 없습니다. 아래에서 첫 계정을 연결하세요.',
      allWork: (count) => `연결된 계정 ${count}개가 모두 정상입니다.`,
      someWork: (working, all, untested) => {
        if (all === 1) return untested ? '연결된 계정을 아직 확인하지 않았습니다.' : '연결된 계정을 확인해 주세요.'
        const sum = `연결된 계정 ${all}개 중 ${working}개가 정상`
        return untested ? `${sum}이고, ${untested}개는 확인한 적이 없습니다.` : `${sum}입니다.`
      },
      worst: (state, name, end) => {
        if (state === 'rejected') return `${name} 로그인이 만료되었거나 취소되었습니다.`
        if (state === 'expires_soon') return `${name} 연결이 ${end} 만료됩니다.`
        return `${name} 설정이 끝나지 않았습니다.`
      },
      reconnect: (name) => `${name} 다시 연결`,
      show: '해결 방법 보기',
      warnings: (count) => `확인할 설정 ${count}개`,
    },
    lastOk: '마지막 사용',
    connectedAt: '연결한 날',
    whoseLabel: '연결된 계정',
    whoseUnknown: '서비스가 알려 주지 않음',
    workspace: '워크스페이스',
    workspaceUnknown: '아직 알 수 없음',
    whose: (product, identity) => {
      if (product === 'shop-seller') return `업체코드 ${identity}`
      if (product === 'shop-consumer') return `회원 ${identity}`
      if (product === 'payment') return `사업자번호 ${identity}`
      return product === 'video' ? `키 ${identity}` : identity
    },
    ends: '만료',
    endUnknown: '알 수 없음',
    storedIn: '저장 위치',
    sources: { secret: '설치 설정(Cloudflare 시크릿)', kept: '이 앱(암호화)' },
    lastError: '마지막 오류',
    test: '테스트',
    testAll: '모두 테스트',
    testedAll: '연결된 계정을 모두 테스트했습니다.',
    notTested: (name, found) =>
      `${name}: 지금은 테스트하지 못했습니다. ${found === null ? '' : `${found}에 확인한 결과입니다. `}이 계정만 따로 테스트하세요.`,
    testedOk: (name) => `${name} 계정이 정상입니다.`,
    testedBad: (name) => `${name} 테스트 결과:`,
    connect: '연결',
    reconnect: '다시 연결',
    replace: '교체',
    byToken: '토큰으로 연결',
    more: '더 보기',
    add: '계정 추가',
    disconnect: '연결 해제',
    disconnectTitle: (name) => `${name} 연결을 해제할까요?`,
    disconnectBody:
      '이 계정을 쓰는 요청은 바로 거부됩니다. 저장된 로그인 정보는 삭제되며, 다시 연결하려면 새로 복사해야 합니다.',
    disconnected: (name) => `${name} 연결을 해제했습니다.`,
    link: '연결 요청 링크',
    data: '데이터',
    failures: '실패한 요청',
    allData: '저장된 데이터 모두 보기',
    instantEvents: '즉시 알림',
    oauth: 'Threads로 로그인',
    empty: '이 게이트웨이에는 연결할 수 있는 계정이 없습니다.',
  },
  common: commonTexts.ko,
  errors: {
    offline: '게이트웨이가 응답하지 않습니다. 인터넷 연결을 확인하고 다시 시도하세요.',
    unknown: (status) => `게이트웨이에 오류가 생겼습니다(${status}). 다시 시도하세요.`,
    details: '자세히',
    requestId: '요청',
    checkFields: (fields) => `다음 값을 확인하세요: ${fields}.`,
    fields: {
      name: '이름',
      licence: '라이선스',
      groups: '그룹',
      expires_at: '만료',
      overlap_hours: '이전 키 유예 기간',
      max_amount: '한 번에 최대 금액',
      daily_amount: '하루 최대 금액',
      hours: '유효 기간',
      note: '메모',
      url: '주소',
      types: '알림 종류',
    },
    codes: {
      invalid_input: '입력한 값 중에 쓸 수 없는 값이 있습니다. 확인하고 다시 시도하세요.',
      unknown_path: '게이트웨이가 이 화면보다 이전 버전입니다. 업데이트하세요.',
      method_not_allowed: '게이트웨이가 이 화면보다 이전 버전입니다. 업데이트하세요.',
      not_found: '이미 없어진 항목입니다. 화면을 새로 고치세요.',
      conflict: '지금 상태에서는 할 수 없습니다. 화면을 새로 고치고 다시 시도하세요.',
      quota_exceeded: '서비스의 사용량이나 잔액을 모두 썼습니다.',
      invalid_key: 'API 키가 올바르지 않습니다.',
      insufficient_scope: '이 작업을 할 권한이 없습니다.',
      confirmation_required: '먼저 운영자가 동의해야 합니다.',
      proof_required: '관리자 키나 패스키로 본인 확인을 해 주세요.',
      licence_required: '이 게이트웨이의 라이선스로는 쓸 수 없는 기능입니다.',
      origin_refused: '다른 사이트에서 온 요청입니다. 화면을 새로 고치고 다시 시도하세요.',
      too_many_requests: '시도 횟수가 너무 많습니다. 1분 뒤에 다시 시도하세요.',
      limit_exceeded: '금액이 한도를 넘습니다.',
      product_refused: '서비스가 이 계정에 허용하지 않는 작업입니다.',
      app_blocked: 'Meta가 앱을 차단했습니다. 이유는 앱 소유자가 developers.facebook.com/apps에서 확인할 수 있습니다.',
      not_signed_in: '로그인이 만료되었습니다. 다시 로그인하세요.',
      invalid_link: '더 이상 쓸 수 없는 링크입니다. 보낸 분에게 새 링크를 요청하세요.',
      account_not_connected: '연결되지 않은 계정입니다.',
      account_rejected: '서비스가 로그인 정보를 받아들이지 않습니다. 계정을 다시 연결하세요.',
      account_ambiguous: '이 키로 쓸 수 있는 계정이 여럿입니다. X-Account에 계정 하나를 적어 주세요.',
      setting_missing: '게이트웨이의 설정이 없거나 잘못되었습니다. 어떤 설정인지는 자세히에 있습니다.',
      oauth_refused: '프로그램이 보낸 요청이 올바르지 않습니다.',
      product_failed: '서비스가 오류로 응답했습니다. 잠시 후 다시 시도하세요.',
      product_changed: '서비스가 바뀌었습니다. 게이트웨이를 업데이트하세요.',
      answer_too_large: '서비스의 응답이 너무 큽니다.',
      address_refused: '서비스가 알 수 없는 주소의 링크를 보냈습니다.',
      product_timeout: '서비스가 제시간에 응답하지 않았습니다. 잠시 후 다시 시도하세요.',
      product_unreachable: '서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.',
      caller_left: '요청이 취소되었습니다.',
      call_budget_exceeded: '서비스를 너무 많이 호출해야 하는 요청입니다.',
      not_offered: '서비스가 계정을 새 버전으로 옮겼는데, 게이트웨이가 새 버전의 이 작업을 아직 지원하지 않습니다.',
      unavailable: '게이트웨이의 저장소가 응답하지 않습니다. 몇 초 뒤에 다시 시도하세요.',
      internal_error: '게이트웨이에 오류가 생겼습니다. 아래의 요청 ID와 함께 알려 주세요.',
    },
  },
  links: {
    title: (name) => `연결 요청 링크: ${name}`,
    lead: '링크를 받은 사람은 관리자 키 없이 이 계정만 연결할 수 있고 다른 것은 볼 수 없습니다. 4시간 동안 10번까지 시도할 수 있으며, 한 번 연결하면 링크는 끝납니다. 계정 목록 아래에서 취소할 수 있습니다.',
    ownerName: '보내는 사람 (선택)',
    shopName: '보내는 사람 (가게 이름)',
    nameNeeded: '누가 요청하는지 받는 분이 알 수 있게 가게 이름을 입력하세요.',
    ownerNameHint: '누가 요청하는지 알 수 있게 링크 페이지에 표시됩니다.',
    note: '용도 (선택)',
    noteHint: '링크 페이지에 함께 표시되는 한 줄입니다.',
    notCopied: '아직 링크를 복사하지 않았습니다. 닫으면 다시 볼 수 없습니다.',
    make: '링크 만들기',
    url: '링크',
    ends: (end) => `${end}에 만료되며, 그 전에 계정이 연결되면 바로 만료됩니다. 지금 한 번만 표시됩니다.`,
    listTitle: '연결 요청 링크',
    until: (time) => `${time}까지`,
    open: (tries) => `사용 가능, ${tries}번 더 시도할 수 있음`,
    states: { used: '사용함', ended: '만료됨', spent: '시도 횟수 초과' },
    revoked: (name) => `${name} 링크를 취소했습니다.`,
  },
  overview: {
    api: '내 API',
    address: 'API 주소',
    apiKey: '기본 API 키',
    apiKeyHint: '모든 계정을 쓸 수 있는 키입니다. 다른 사람의 프로그램에는 별도의 키를 발급하세요.',
    reveal: '키 보기',
    licence: '라이선스',
    version: '버전',
    redirect: '리디렉션 URI',
    redirectHint: 'Threads로 로그인하려면 Threads 앱에 등록하세요.',
    warnings: '확인할 사항',
    warningTexts: {
      wrong_credentials_key:
        '암호화 키가 이 게이트웨이의 데이터를 암호화한 키와 다릅니다. 사라진 것은 없습니다. 지금은 요청이 거부되고 알림을 보내지 않지만, 올바른 키를 설정하면 모두 이어집니다.',
      api_key_unset: '게이트웨이에 API 키가 없어 프로그램이 사용할 수 없습니다.',
      api_key_short: '기본 API 키가 짧습니다. 길고 무작위인 값을 설정하세요.',
      keys_equal: '기본 API 키와 관리자 키가 같습니다. 둘 중 하나를 바꾸세요.',
      licence_unknown: '게이트웨이의 라이선스 값이 잘못되었습니다.',
      credentials_key_wrong: '암호화 키의 형식이 잘못되었습니다. 저장해 둔 키로 다시 설정하세요.',
      credentials_key_unset: '암호화 키가 없어 여기에서 계정을 연결할 수 없고, 갱신된 토큰도 저장되지 않습니다.',
      any_origin: '어느 사이트의 웹 페이지든 키만 있으면 게이트웨이를 호출할 수 있습니다.',
      no_try_limit: '관리자 키를 몇 번이든 틀릴 수 있습니다. 시도 횟수가 제한되지 않습니다.',
      key_copies_lost: '저장소에서 프로그램의 키가 사라져 요청이 거부됩니다. 키를 다시 저장하세요.',
      relay_token_unset: '중계 서버의 주소만 있고 토큰이 없습니다.',
      relay_url_unset: '중계 서버의 주소가 없어, 고정 IP 주소 없이 서비스를 직접 호출합니다.',
      relay_url_wrong: '중계 서버의 주소는 사용자 이름과 쿼리가 없는 https 주소여야 합니다.',
      relay_token_wrong: '중계 서버의 토큰은 눈에 보이는 ASCII 문자 32자 이상이어야 합니다.',
      relay_for_wrong:
        '중계 서버를 쓸 서비스 목록에 알 수 없는 이름이 있습니다. 가능한 이름은 안내(/docs/guide/relay)에 있습니다.',
    },
    subscriptionWarning: (code, count) => {
      if (code === 'subscriptions_previous_key')
        return `알림 ${count}개를 이전 API 키로 만들었습니다. 그 키를 가졌던 사람이 알림 내용을 볼 수 있습니다. 직접 만든 알림이면 유지하고(현재 키의 알림이 됩니다), 아니면 삭제하세요.`
      if (code === 'subscriptions_limited_key')
        return `알림 ${count}개가 일시 중지되었습니다. API 키가 중지 또는 만료되었거나 권한이 부족합니다. 키를 바꾸거나 알림을 유지하세요. 유지하면 기본 API 키의 알림이 됩니다.`
      if (code === 'subscription_secrets_unreadable')
        return `알림 ${count}개의 서명 시크릿을 복호화할 수 없어 아무것도 보내지 못합니다. 저장할 때 쓴 암호화 키를 다시 설정하거나, 새 서명 시크릿을 만드세요.`
      return undefined
    },
    rotationGoesOn: (remaining) =>
      remaining === null
        ? '암호화 키가 바뀌었습니다. 저장된 내용을 새 키로 열 수 있는지 아직 확인하지 못했습니다. 이전 키를 지우지 말고 이 페이지를 다시 불러와 확인하세요.'
        : '암호화 키가 바뀌었지만, 이전 키를 설정하기 전에 새 키를 먼저 사용해서 두 키로 여는 데이터가 서로 다릅니다. 이전 키를 다시 CREDENTIALS_KEY로 설정한 뒤 두 키를 한 번에 설정하세요.',
    rotationDone: '암호화 키가 바뀌었고, 새 키로 모두 열 수 있습니다. 이제 이전 키를 지워도 됩니다.',
    keep: '유지',
    drop: '삭제',
    allDecided: '처리했습니다.',
    settings: '설치 설정',
    isSet: '설정됨',
    isUnset: '설정 안 됨',
  },
  products: {
    recorder: 'Plaud',
    notes: 'Tiro',
    workspace: '노션',
    'shop-seller': '쿠팡 윙(판매자)',
    'shop-consumer': '쿠팡(내 주문)',
    payment: '결제선생',
    video: 'YouTube Data API',
    social: 'Threads',
  },
  session: {
    title: '로그인',
    lead: '계정을 연결하고, API 키를 발급하고, 사용량을 확인합니다.',
    adminKey: '관리자 키',
    adminKeyHint: '게이트웨이를 설치할 때 정한 키입니다.',
    signIn: '로그인',
    signOut: '로그아웃',
    signedOut: '로그아웃했습니다.',
    trust: '이 기기를 신뢰 (30일)',
    trustHint: '여럿이 쓰는 기기에서는 선택하지 마세요.',
    passkey: '패스키로 로그인',
    passkeyStopped: '이 기기에서 등록된 패스키를 찾지 못했습니다. 관리자 키로 로그인한 뒤 추가하세요.',
    passkeyRefused: '이 패스키로는 확인할 수 없습니다. 관리자 키를 입력하세요.',
    passkeyPresent: '이 기기에는 이미 패스키가 있습니다.',
    wrong: '관리자 키가 맞지 않습니다. 설치할 때 저장한 키를 확인하세요.',
    empty: '관리자 키를 먼저 입력하세요.',
    ended: '세션이 만료되었습니다. 다시 로그인하면 입력한 내용 그대로 계속할 수 있습니다.',
    endedTitle: '다시 로그인',
    unsetTitle: '아직 관리자 키가 설정되지 않았습니다',
    forgottenTitle: '관리자 키가 없나요?',
    unsetHow: '설정하는 방법',
  },
  views: {
    overview: '개요',
    keys: 'API 키',
    events: '알림',
    usage: '사용량',
    activity: '활동',
    'sign-in': '로그인과 기기',
    settings: '설정',
  },
  words: {
    groups: {
      recorder: 'Plaud (녹음)',
      notes: 'Tiro (회의 노트)',
      workspace: '노션 (페이지)',
      shop: '쿠팡 (주문)',
      payment: '결제선생 (결제)',
      video: 'YouTube (동영상)',
      social: 'Threads (게시물)',
      events: '알림',
      gateway: 'Latchkey',
      admin: '관리 앱',
    },
    eventTypes: {
      'recorder.file.ready': '녹음 정리 완료',
      'recorder.file.updated': '녹음 수정됨',
      'notes.note.created': '새 회의 노트',
      'notes.note.updated': '회의 노트 수정됨',
      'workspace.page.created': '새 페이지',
      'workspace.page.updated': '페이지 수정됨',
      'workspace.page.trashed': '페이지가 휴지통으로 이동됨',
      'workspace.row.created': '표에 행 추가됨',
      'workspace.row.updated': '표의 행 수정됨',
      'workspace.comment.created': '페이지에 새 댓글',
      'shop.order.created': '내 새 주문',
      'shop.ordersheet.created': '새 주문 접수',
      'shop.return.created': '고객의 반품 또는 취소 요청',
      'shop.inquiry.created': '고객 문의',
      'payment.bill.paid': '청구서 결제 완료',
      'payment.bill.cancelled': '결제 취소됨',
      'payment.bill.expired': '결제 기한 지남',
      'payment.points.low': '쌤포인트 부족',
      'social.reply.created': '내 게시물에 새 답글',
      'account.expiring': '계정 곧 만료',
      'account.rejected': '계정 다시 연결 필요',
      'account.unreachable': '서비스 응답 없음',
      'owner.changed': '접근 권한이나 계정이 바뀜',
      'account.recovered': '계정 복구됨',
      'account.connected': '계정 연결됨',
      'latchkey.test': '테스트',
    },
  },
}

/** The texts that come with every page. */
export const firstTexts = { en, ko }
export type FirstTexts = typeof en
