import type { EventType } from '../../../../base/event-types.ts'
import type { Group } from '../../tasks.ts'
import { ENGLISH } from './english.ts'
import type { Language } from './language.ts'
import { listTasks } from './list-tasks.ts'

const PRODUCTS: Partial<Readonly<Record<Group, string>>> = {
  workspace: '노션',
  shop: '쿠팡',
  payment: '결제선생',
  events: 'Latchkey 이벤트',
}

const EVENTS: Readonly<Record<EventType, string>> = {
  'recorder.file.ready': 'Plaud: 녹음의 전사와 요약이 처음 준비됨',
  'recorder.file.updated': 'Plaud: 준비된 녹음이 바뀜',
  'notes.note.created': 'Tiro: 새 노트가 생김',
  'notes.note.updated': 'Tiro: 노트가 바뀜',
  'workspace.page.created': '노션: 페이지가 생김(표의 행 포함)',
  'workspace.page.updated': '노션: 페이지의 속성이나 내용이 바뀜(표의 행 포함)',
  'workspace.page.trashed': '노션: 페이지를 휴지통으로 옮김',
  'workspace.row.created': '노션: 표에 새 행이 생김',
  'workspace.row.updated': '노션: 행이 바뀜',
  'workspace.comment.created': '노션: 페이지에 댓글이 달림',
  'shop.order.created': '쿠팡: 내가 주문함',
  'shop.ordersheet.created': '쿠팡: 판매자에게 주문이 들어옴',
  'shop.return.created': '쿠팡: 고객이 반품을 요청하거나 주문을 취소함',
  'payment.bill.paid': '결제선생: 청구서가 결제됨',
  'payment.bill.cancelled': '결제선생: 결제된 청구서가 취소되어 고객이 환불받음',
  'payment.bill.expired': '결제선생: 결제되지 않은 청구서의 기한이 지남',
  'social.reply.created': 'Threads: 내 게시물에 답글이 달림',
  'account.expiring': '계정의 로그인 정보가 곧 만료됨(14일, 7일, 1일 전)',
  'account.rejected': '계정의 로그인 정보가 거부됨: 다시 연결해야 함',
  'account.recovered': '계정이 다시 정상으로 동작함',
  'latchkey.test': '구독 테스트',
}

/** Tasks whose summaries start with a list. */
const TASKS: Readonly<Record<string, string>> = {
  recorder_fetch_file: '녹음과 그 전사, 요약',
  video_get_metadata: '동영상 정보',
  social_get_post_insights: '게시물 통계',
  social_get_insights: '계정 통계',
  events_list_events: '이벤트 목록',
  gateway_search: '모두 검색',
}

/** The labels of fields. A label that is missing here is shown in English. */
const LABELS: Readonly<Record<string, string>> = {
  'API Key': 'API 키',
  Accounts: '계정',
  'Add Folder Names': '폴더 이름 추가',
  'Allow Deleting Content': '내용 삭제 허용',
  'Alt Text': '대체 텍스트',
  Amount: '금액',
  Around: '앞뒤 문장 수',
  At: '시각',
  Bill: '청구서',
  'Bill ID': '청구서 ID',
  'Callback URL': '콜백 URL',
  'Check Quota': '남은 시간 확인',
  Color: '색',
  Column: '열',
  'Create if Missing': '없으면 만들기',
  Customer: '고객',
  'Database ID': '데이터베이스 ID',
  'Date From': '시작일',
  'Date To': '종료일',
  Description: '설명',
  'Discussion ID': '토론 ID',
  'Display Category Code': '노출 카테고리 코드',
  'Due Date': '결제 기한',
  Email: '이메일',
  Enabled: '사용',
  Event: '이벤트',
  'Event Types': '이벤트 종류',
  Filename: '파일 이름',
  Filter: '필터',
  'Filter Properties': '받을 속성',
  Filters: '필터',
  'First Day': '첫날',
  Folder: '폴더',
  Format: '형식',
  From: '시작',
  'Group By': '묶는 기준',
  Groups: '그룹',
  Hide: '숨기기',
  Icon: '아이콘',
  'Image URL': '이미지 URL',
  'Import ID': '가져오기 ID',
  'In Trash': '휴지통',
  Include: '함께 받기',
  'Include Source': '원본 포함',
  'Is Active': '전송',
  Items: '항목',
  Keyword: '검색어',
  'Kind of Template': '템플릿 종류',
  Lang: '언어',
  Language: '언어',
  'Last Day': '마지막 날',
  Limit: '최대 개수',
  Link: '링크',
  'Make Again': '다시 만들기',
  'Match Names': '이름 비교 방식',
  Message: '메시지',
  Model: '모델',
  Name: '이름',
  'Newest First': '최신순',
  Note: '노트',
  'Note Tab': '노트 탭',
  Order: '순서',
  Page: '페이지',
  'Page or Block ID': '페이지 또는 블록 ID',
  Pages: '페이지',
  'Parent Page': '상위 페이지',
  Phone: '전화번호',
  Post: '게시물',
  Product: '상품',
  'Product Name': '상품명',
  Properties: '열의 값',
  'Property Name or ID': '속성 이름 또는 ID',
  Quote: '인용',
  Recording: '녹음',
  Recordings: '녹음',
  Records: '행',
  Reply: '답글',
  'Reply Control': '답글을 달 수 있는 사람',
  'Reply To': '답글을 달 게시물',
  'Result Type': '결과 종류',
  Role: '역할',
  'Search Text': '검색어',
  'Send Even If Repeated': '같은 청구서도 보내기',
  'Shipment Boxes': '묶음 배송 번호',
  Since: '이 시각부터',
  Sort: '정렬',
  'Sort By': '정렬 기준',
  Sorts: '정렬',
  Source: '출처',
  Speaker: '말한 사람',
  State: '상태',
  Status: '상태',
  Subscription: '구독',
  'Subscription ID': '구독 ID',
  'Summary Template': '요약 템플릿',
  Table: '표',
  'Tell Speakers Apart': '화자 구분',
  Template: '템플릿',
  Text: '본문',
  Timezone: '시간대',
  To: '끝',
  Topic: '주제',
  'Transcript Format': '전사 형식',
  Type: '종류',
  Types: '종류',
  Until: '이 시각까지',
  'Video ID': '동영상 ID',
  'Video URL': '동영상 URL',
  Webhook: '웹훅',
  Year: '연도',
}

/** The summary until its first comma or colon outside of brackets, because the label of a node has to be short. */
const toTask = (summary: string) => (/^(?:\([^)]*\)|[^,:(])+/.exec(summary)?.[0] ?? summary).replace(/\([^()]*\)$/, '')

export const KOREAN: Language = {
  name: 'ko',
  product: (group) => PRODUCTS[group] ?? ENGLISH.product(group),
  task: ({ id, korean }) => TASKS[id] ?? toTask(korean),
  summary: ({ korean }) => korean,
  label: ({ label }) => LABELS[label] ?? label,
  event: ({ type }) => EVENTS[type],
  deployment: {
    address: '주소',
    key: 'API 키',
    test: '테스트',
    testing: '배포에 확인하는 중',
    works: '주소와 키가 올바릅니다.',
    needsAttention: '주소와 키가 올바릅니다. 확인할 계정이 있으니 관리 앱을 여세요.',
  },
  request: {
    label: 'latchkey 요청',
    deployment: '배포',
    product: '서비스',
    operation: '작업',
    name: '이름',
    usual: '자주 쓰는 작업',
    others: '다른 작업',
    more: '다른 입력란',
    from: '값 가져오기',
    fromHelp: '이 객체의 값이 같은 이름의 아래 입력란을 대신합니다.',
    nothing: '이 창의 값만',
    notSet: '설정 안 함',
    yes: '예',
    no: '아니요',
    choose: '계정에서 고르기',
    limit: '최대 개수',
    limitHelp: '비워 두면 전부 가져옵니다.',
    output: '출력',
    array: '배열이 든 메시지 하나',
    each: '항목마다 메시지 하나',
    once: '중복 방지',
    onceHelp: '24시간 안에 같은 값을 다시 보내면 첫 응답이 오고, 두 번 처리하지 않습니다.',
    ofMessage: '이 메시지',
    requesting: '요청 중',
    failed: '실패',
  },
  events: {
    label: 'latchkey 이벤트',
    deployment: '배포',
    name: '이름',
    kinds: '이벤트',
    delivery: '받는 방법',
    poll: '새 이벤트가 있는지 확인',
    webhook: '공개 주소로 바로 받기',
    every: '간격',
    seconds: '초',
    address: '주소',
    addressHelp: '인터넷에서 이 Node-RED에 접속하는 https 주소입니다. httpNodeRoot가 있으면 그 경로까지 넣으세요.',
    include: '함께 받기',
    transcript: '전사',
    summary: '요약',
    table: '표 ID',
    tableHelp: '노션에서 이 표의 행만 받습니다.',
    waiting: '기다리는 중',
    subscribed: '구독함',
    failed: '실패',
  },
  pages: (described) => ({
    'latchkey-deployment': `
Latchkey를 배포한 주소와 그 배포의 키입니다.

### 상세

- **주소**: 관리 앱의 주소입니다. 예: \`https://latchkey.example.workers.dev\`
- **API 키**: 관리 앱의 **API 키** 페이지에서 만드세요. Node-RED가 암호화해서 저장합니다.
- **테스트**를 누르면 주소와 키가 올바른지 확인합니다.
`,
    'latchkey-request': `
Plaud, Tiro, 노션, 쿠팡, 결제선생, YouTube, Threads에서 작업을 실행합니다.

### 입력

입력란마다 값을 직접 쓰거나 메시지, 플로우, 환경 변수의 속성을 고를 수 있습니다. **값 가져오기**에 \`msg.payload\` 같은 객체를 지정하면 그 값이
같은 이름의 입력란을 대신합니다. 빈 입력란은 보내지 않습니다.

### 출력

1. \`payload\`: 응답입니다. 목록은 배열 하나로 받거나 항목마다 메시지 하나로 받습니다. 항목마다 받으면 join 노드가 쓰는 \`parts\`가 있습니다. 파일은
   버퍼이고 \`filename\`이 함께 옵니다.
2. \`statusCode\`: 응답의 상태 코드입니다.

### 상세

청구서나 게시물처럼 두 번 실행하면 안 되는 작업은 \`Idempotency-Key\`와 함께 보냅니다. 기본값은 \`_msgid\`와 입력한 값으로 만듭니다. 같은 메시지가
다시 들어오면 첫 응답을 돌려주고 아무것도 하지 않습니다. 다른 메시지로 다시 보내도 안전하려면 **중복 방지**에 주문 번호를 넣으세요. 24시간 동안
유효합니다.

### 실패

catch 노드가 게이트웨이의 메시지를 \`error.message\`로 받습니다. 무엇이 잘못됐고 어떻게 하면 되는지 알 수 있습니다. \`statusCode\`는 상태 코드이고,
\`latchkey\`에 \`code\`, \`requestId\`와 서비스가 기다리라고 한 시간 \`retryAfter\`(초)가 있습니다.

### 작업

${listTasks(KOREAN, described)}
`,
    'latchkey-events': `
녹음이 준비됐을 때, 주문이 들어왔을 때, 청구서가 결제됐을 때처럼 일이 생기면 메시지를 보냅니다.

### 출력

1. \`payload\`: 녹음처럼 이벤트의 대상입니다.
2. \`topic\`: 종류입니다. 예: \`recorder.file.ready\`
3. \`event\`: 이벤트의 \`id\`, \`type\`, \`timestamp\`입니다. 같은 이벤트가 같은 \`id\`로 두 번 올 수 있습니다.

### 상세

- **새 이벤트가 있는지 확인**하는 방법에는 공개 주소가 필요 없습니다. 어디까지 받았는지 Node-RED의 사용자 디렉터리에 저장하므로, Node-RED가 멈춘 동안
  생긴 이벤트는 나중에 받습니다.
- **공개 주소로 바로 받기**는 이 Node-RED의 주소 \`/latchkey/\`와 노드 ID를 구독합니다. 받은 요청은 모두 구독의 시크릿으로 확인하고, 서명이 맞지
  않으면 401로 거절합니다. 이 주소를 \`httpNodeAuth\`로 막으면 안 됩니다.
- 배포하거나 다시 시작해도 구독은 하나입니다. 노드를 지우거나 끄면 구독도 삭제됩니다.
- 서브플로우 인스턴스를 지우면 Node-RED가 노드에 알리지 않습니다. 이 노드는 서브플로우 밖에서 쓰세요.
`,
  }),
}
