import type { Texts } from '../texts.ts'

/** What was wrong with a field, for the sentences that occur often. */
const PROBLEMS: readonly (readonly [problem: RegExp, words: (name: string, ...found: string[]) => string])[] = [
  [/^is required$/, (name) => `${name} 값이 빠졌습니다`],
  [/^is required, or (\S+) in its place$/, (name, other) => `${name} 또는 \`${other}\` 값이 필요합니다`],
  [
    /^must be an? (?:integer|number).*: send a number without quotes/,
    (name) => `${name}은(는) 따옴표 없는 숫자여야 합니다`,
  ],
  [
    /^must be an? (?:integer|number) of at least (\d+)$/,
    (name, least) => `${name}은(는) ${least} 이상의 숫자여야 합니다`,
  ],
  [/^must be an? (?:positive )?(?:integer|number)/, (name) => `${name}은(는) 숫자여야 합니다`],
  [/^must be at most (\d+)$/, (name, most) => `${name}은(는) ${most} 이하여야 합니다`],
  [/^must be at least (\d+)$/, (name, least) => `${name}은(는) ${least} 이상이어야 합니다`],
  [/^must (?:have|be) at most (\d+) characters/, (name, most) => `${name}은(는) ${most}자 이하여야 합니다`],
  [/^must have at least (\d+) characters?/, (name, least) => `${name}은(는) ${least}자 이상이어야 합니다`],
  [/^must have at most (\d+) items?/, (name, most) => `${name}은(는) ${most}개 이하여야 합니다`],
  [/^must have at least (\d+) items?/, (name, least) => `${name}은(는) ${least}개 이상이어야 합니다`],
  [/^must not be empty/, (name) => `${name} 값이 비어 있습니다`],
  [/^must be text$/, (name) => `${name}은(는) 글자여야 합니다`],
  [/^must be true or false|^must be true, false/, (name) => `${name}은(는) true 또는 false여야 합니다`],
  [/^must be a list/, (name) => `${name}은(는) 목록이어야 합니다`],
  [/^must be (?:a JSON|an) object/, (name) => `${name}은(는) JSON 객체여야 합니다`],
  [/^must be one of (.+)$/, (name, words) => `${name}은(는) 다음 중 하나여야 합니다: ${words}`],
  [
    /^is not known: did you mean (.+)\?$/,
    (name, meant) => `${name}은(는) 없는 필드입니다. \`${meant}\`을(를) 쓰려고 했나요?`,
  ],
  [/^is not known/, (name) => `${name}은(는) 없는 필드입니다`],
  [
    /^must (?:not )?be (?:at most (\d+) days after|less than (\d+) hours after) (\w+)/,
    (name, days, hours, from) => `${name}은(는) \`${from}\`부터 ${days ? `${days}일` : `${hours}시간`} 안이어야 합니다`,
  ],
  [/^must not be before (\w+)/, (name, from) => `${name}이(가) \`${from}\`보다 빠릅니다`],
  [/^must be (?:epoch milliseconds|a day|a date|the time)/, (name) => `${name}의 날짜나 시각 형식이 맞지 않습니다`],
  [/^must (?:lie in the future|be in the future)|^is in the past/, (name) => `${name}이(가) 지난 날짜입니다`],
  [/UUID|^must be 1 to 128 of/, (name) => `${name}의 ID 형식이 맞지 않습니다`],
  [/^must be an e-mail address/, (name) => `${name}은(는) 이메일 주소여야 합니다`],
  [/\bURL\b|http/, (name) => `${name}의 주소(URL) 형식이 맞지 않습니다`],
  [/^is not valid JSON/, () => '보낸 내용이 올바른 JSON이 아닙니다'],
]

function describeProblem(name: string, problem: string): string {
  for (const [form, words] of PROBLEMS) {
    const [found, ...parts] = form.exec(problem) ?? []
    if (found !== undefined) return words(`\`${name}\``, ...parts)
  }
  return `\`${name}\`: ${problem}`
}

/** How the last digit of a number is followed by "with". */
const STATUS_ENDINGS = ['으로', '로', '로', '으로', '로', '로', '으로', '로', '로', '로']

const HANGUL = 0xac00
const SYLLABLES = 11_172

/** A name as the subject of a sentence. What follows in parentheses is not read. What is not Korean is read with a vowel at its end. */
function withSubject(name: string): string {
  const [spoken = ''] = name.split('(')
  const last = spoken.charCodeAt(spoken.length - 1) - HANGUL
  return `${name}${last >= 0 && last < SYLLABLES && last % 28 !== 0 ? '이' : '가'}`
}

export const activity: Texts['activity'] = {
  part: '목록',
  changes: '변경 기록',
  failures: '실패한 요청',
  changesLead:
    '최근 90일 동안의 모든 변경과 실패한 로그인입니다. 따옴표 안의 이름은 사용자나 프로그램이 직접 정한 것이라 신원을 보장하지 않습니다.',
  failuresLead: '최근 7일 동안 성공하지 못한 요청과 그 이유입니다. 같은 실패는 한 줄로 묶었습니다.',
  action: '작업',
  at: '시각',
  actor: '누가',
  target: '대상',
  outcome: '결과',
  details: '이유와 해결 방법',
  fromPage: '웹 페이지의 호출',
  noOperation: '잘못된 주소',
  kinds: {
    admin: '관리자 키',
    deployment: '배포 API 키',
    key: 'API 키',
    client: '연결된 프로그램',
    link: '연결 요청 링크',
    nobody: '키 없음',
  },
  outcomes: { ok: '성공', refused: '거부', failed: '실패' },
  counted: (count) => `1분 동안 ${count}번 거부되었습니다. 마지막 요청을 표시합니다.`,
  everybody: '모두',
  everything: '모든 작업',
  anyOutcome: '모든 결과',
  more: '더 보기',
  shown: (count) => `${count}건 표시 중`,
  notRecorded: (count) => `배포 이후 기록하지 못했거나 다른 기록에 밀려난 항목이 ${count}건 있습니다.`,
  download: 'CSV로 내려받기',
  noChanges: '해당하는 변경이 없습니다.',
  noFailures: '실패한 요청이 없습니다.',
  notFound:
    '이 ID의 실패한 요청이 없습니다. 7일 동안, 같은 실패는 마지막 20건의 ID까지 저장하며, 방금 실패한 요청은 몇 초 뒤에 나타납니다.',
  requestId: '요청 ID',
  requestIdHint: '프로그램이 받은 오류 응답에 있는 ID입니다.',
  showAll: '모두 보기',
  filters: '골라 보기',
  filtered: (count) => `골라 보기 (${count})`,
  account: '계정',
  everyAccount: '모든 계정',
  reason: '이유',
  everyReason: '모든 이유',
  status: '응답',
  everyStatus: '모든 응답',
  withoutKey: (count) => `키 없는 요청 ${count}건 보기`,
  onlyWithoutKey: '키 없는 요청만 표시합니다.',
  oneKey: '이 키',
  times: (count) => `${count}번`,
  span: (count, span) => `${count}번: ${span}`,
  andMore: (count) => ` 외 ${count}개`,
  call: '호출',
  when: '시각',
  targets: {
    session: '로그인',
    API_KEY: '배포 API 키',
    sources: '새 소식을 확인하는 계정',
    all: '모든 계정',
    sessions: '다른 모든 기기',
    settings: '설정',
    accounts: '모든 계정',
  },
  actions: { admin_connect_by_click: '클릭으로 계정 연결' },
  problem: describeProblem,
  answered: (name, status) => `${withSubject(name)} ${status}${STATUS_ENDINGS[status % 10] ?? '으로'} 답했습니다`,
  find: '찾기',
  unlistedOrigin: (origin) =>
    `\`${origin}\`의 웹 페이지는 이 게이트웨이를 호출할 수 없습니다. 내 페이지라면 여기에서 허용하세요:`,
  causes: {
    invalid_input: '잘못된 값',
    unknown_path: '잘못된 주소',
    method_not_allowed: '잘못된 호출 방식',
    not_found: '없는 항목',
    conflict: '그때는 실행할 수 없음',
    quota_exceeded: '요금제나 잔액을 모두 씀',
    invalid_key: '키가 없거나 틀림',
    insufficient_scope: '이 키로는 할 수 없음',
    confirmation_required: '동의가 필요함',
    licence_required: '라이선스에 없는 기능',
    origin_refused: '다른 사이트의 페이지',
    proof_required: '본인 확인을 하지 않음',
    too_many_requests: '너무 많은 요청',
    limit_exceeded: '한도를 넘는 금액',
    product_refused: '서비스가 허용하지 않음',
    app_blocked: 'Meta가 앱을 차단함',
    not_signed_in: '로그인하지 않음',
    invalid_link: '쓸 수 없는 링크',
    account_not_connected: '연결되지 않은 계정',
    account_rejected: '만료되거나 취소된 로그인',
    setting_missing: '설정이 없거나 잘못됨',
    oauth_refused: '거부된 접근 요청',
    product_failed: '서비스의 오류',
    product_changed: '알 수 없는 응답',
    answer_too_large: '너무 큰 응답',
    address_refused: '알 수 없는 주소',
    product_timeout: '늦은 응답',
    product_unreachable: '서비스에 연결할 수 없음',
    caller_left: '프로그램이 연결을 끊음',
    call_budget_exceeded: '한 번에 너무 많은 호출',
    not_offered: '새 서비스에서 아직 모르는 작업',
    unavailable: '저장소가 응답하지 않음',
    internal_error: '게이트웨이의 오류',
  },
  reasons: {
    invalid_input: '프로그램이 보낸 값이 올바르지 않습니다. 프로그램의 요청을 고치세요.',
    unknown_path: '프로그램이 없는 주소를 호출했습니다. 문서에서 주소를 확인하세요.',
    method_not_allowed: '프로그램의 호출 방식이 잘못되었습니다. 문서에서 호출 방식을 확인하세요.',
    not_found: '서비스에 이 ID의 항목이 없습니다. 삭제되었거나 다른 계정의 ID입니다.',
    conflict: '아직 처리 중이라 실행할 수 없었습니다(예: 녹음 정리 중). 잠시 후 다시 시도하세요.',
    quota_exceeded: '서비스의 요금제나 잔액을 모두 썼습니다. 서비스에서 계정을 확인하세요.',
    invalid_key: '키가 없거나 틀렸거나, 만료 또는 중지되었습니다. 프로그램에 유효한 키를 넣으세요:',
    insufficient_scope: '이 키로는 할 수 없는 작업입니다. 프로그램에 다른 키를 넣으세요:',
    confirmation_required:
      '먼저 동의가 필요한 요청입니다. 프로그램이 보여 주는 화면에서 동의한 뒤 다시 실행하게 하세요.',
    proof_required: '로그인한 사람이 이 작업을 하려 했지만 관리자 키나 패스키로 본인 확인을 하지 않았습니다.',
    licence_required: '이 키의 라이선스로는 쓸 수 없는 기능입니다. 프로그램에 다른 키를 넣으세요:',
    origin_refused: '다른 사이트의 페이지가 로그인한 상태를 이용하려고 했습니다. 아무것도 실행하지 않았습니다.',
    too_many_requests: '짧은 시간에 요청이 너무 많았습니다. 프로그램이 1분쯤 기다렸다가 다시 시도하게 하세요.',
    limit_exceeded: '키의 한도를 넘는 금액이라 보내지 않았습니다. 필요하면 한도를 바꾸세요:',
    product_refused: '서비스가 연결된 계정에 허용하지 않는 작업입니다. 서비스에서 요금제와 권한을 확인하세요.',
    app_blocked:
      'Meta가 계정에 쓰는 앱을 차단했습니다. 이유와 해제 방법은 앱 소유자가 developers.facebook.com/apps에서 확인할 수 있습니다.',
    not_signed_in: '로그인하지 않았거나 관리자 키가 틀렸습니다. 본인이 아니어도 걱정하지 마세요. 실행된 것은 없습니다.',
    invalid_link: '연결 요청 링크가 이미 쓰였거나 만료되었거나 일부가 잘렸습니다. 새 링크를 만드세요.',
    account_not_connected: '연결되지 않은 계정입니다. 계정을 연결하세요:',
    account_rejected: '서비스가 로그인 정보를 받아들이지 않았습니다. 계정을 다시 연결하세요:',
    setting_missing: '게이트웨이의 설정이 없거나 잘못되었습니다. 어떤 설정인지는 자세히에 있습니다.',
    oauth_refused: '프로그램의 접근 요청이 올바르지 않습니다. 프로그램을 다시 연결하세요.',
    product_failed: '서비스가 오류로 응답했습니다. 잠시 후 다시 시도하세요.',
    product_changed: '서비스가 알 수 없는 형식으로 응답했습니다. 게이트웨이를 업데이트하세요.',
    answer_too_large: '서비스의 응답이 너무 큽니다. 프로그램이 더 적은 양을 요청하게 하세요.',
    address_refused: '서비스가 알 수 없는 주소의 링크를 보냈고, 게이트웨이는 그 주소를 열지 않았습니다.',
    product_timeout: '서비스가 제시간에 응답하지 않았습니다. 변경 요청이었다면 먼저 결과를 확인하고 다시 시도하세요.',
    product_unreachable: '서비스에 연결할 수 없었습니다. 잠시 후 다시 시도하세요.',
    caller_left: '프로그램이 응답을 기다리지 않고 연결을 끊었습니다.',
    call_budget_exceeded:
      '한 번에 서비스를 너무 많이 호출해야 하는 요청입니다. 프로그램이 더 적은 양을 요청하게 하세요.',
    not_offered:
      '서비스가 계정을 새 세대로 옮겼고, 게이트웨이는 새 세대에서 이 작업을 하는 방법을 아직 모릅니다. 서비스의 앱에서 하고, 게이트웨이를 업데이트하세요.',
    unavailable: '게이트웨이의 저장소가 응답하지 않았습니다. 몇 초 뒤에 다시 시도하세요.',
    internal_error: '게이트웨이의 오류입니다. 자세히에 있는 요청 ID와 함께 알려 주세요.',
  },
}
