import type { Json } from './json-schema.ts'

/** The object that a path parameter `id` names, by the segment before it, and the list that offers it. */
export const IDS: Readonly<Record<string, { title: readonly [en: string, ko: string]; list?: ListName }>> = {
  files: { title: ['Recording', '녹음'], list: 'recordings' },
  tags: { title: ['Folder', '폴더'], list: 'folders' },
  notes: { title: ['Note', '노트'], list: 'notes' },
  posts: { title: ['Post', '게시물'], list: 'posts' },
  replies: { title: ['Reply', '답글'] },
  'api-keys': { title: ['API Key', 'API 키'] },
  webhooks: { title: ['Webhook', '웹훅'] },
  subscriptions: { title: ['Subscription', '알림'] },
  events: { title: ['Event', '일어난 일'] },
}

/** Fields that are chosen from a list of the account (`x-list`). */
export const CHOSEN: Readonly<Record<string, ListName>> = {
  data_source_id: 'tables',
  page_id: 'pages',
  parent_page_id: 'pages',
  bill_id: 'bills',
  tag_id: 'folders',
  carrier: 'carriers',
}

/** Optional fields that most people need (`x-prominent`). */
export const PROMINENT: Readonly<Record<string, readonly string[]>> = {
  payment_resend_bill: ['bill_id'],
  workspace_create_page: ['data_source_id', 'properties', 'markdown'],
  workspace_create_database: ['columns'],
  workspace_change_columns: ['add'],
  workspace_edit_page_markdown: ['replace', 'insert_after'],
  workspace_update_block: ['text', 'checked'],
  workspace_move_page: ['parent_page_id'],
  workspace_update_page: ['properties'],
  workspace_query_data_source: ['filters'],
  workspace_insert_records: ['data_source_id'],
  workspace_search: ['query'],
  workspace_create_comment: ['text'],
  shop_list_flattened_orders: ['orderedFrom', 'orderedTo'],
  recorder_get_transcript: ['format'],
  recorder_get_tab: ['tab_id'],
  video_get_transcript: ['video_url'],
  video_list_languages: ['video_url'],
  video_get_metadata: ['video_url'],
  payment_request_bill: ['confirm_duplicate'],
  payment_request_bills: ['confirm_duplicate'],
  payment_request_autopay: ['confirm_duplicate'],
  events_list_events: ['types'],
}

/** Fields that make no sense in a form (`x-hidden`). */
export const OMITTED: Readonly<Record<string, readonly string[]>> = {
  workspace_query_data_source: ['filters_map'],
  workspace_query_all: ['filters_map'],
  workspace_query_database: ['filters_map'],
  workspace_query_view: ['filters_map'],
  recorder_sync: ['concurrency'],
  events_list_events: ['order'],
}

/** Bodies of rows: one field for each column of the table (`x-columns`). `list` is a list of such rows. */
export const ROWS: Readonly<Record<string, 'object' | 'list'>> = {
  'workspace_create_page.properties': 'object',
  'workspace_update_page.properties': 'object',
  'workspace_insert_records.records': 'list',
  'workspace_upsert_records.records': 'list',
}

/** A field that replaces the pages of a listing by a window. */
export const WINDOWS: Readonly<Record<string, string>> = { shop_list_flattened_orders: 'orderedFrom' }

/** A link in the answer whose file people want (`x-file`). */
export const FILES: Readonly<Record<string, string>> = { recorder_get_audio_url: 'audio_url' }

/** The names of values that say too little (`x-choices`). */
export const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is_trash: { 0: 'Active', 1: 'In Trash', 2: 'Both' },
}

/**
 * The name of a field for people (`x-title`), in English and Korean. A name after an operation applies to its field
 * only.
 */
export const FIELD_TITLES: Readonly<Record<string, readonly [en: string, ko: string]>> = {
  accounts: ['Accounts', '계정'],
  add: ['New Columns', '새 열'],
  add_options: ['New Options', '새 선택지'],
  after: ['After', '이 위치 다음부터'],
  allow_deleting_content: ['Allow Deleting Content', '하위 내용 삭제 허용'],
  alt_text: ['Alt Text', '대체 텍스트'],
  append: ['At the End of the Page', '페이지 끝에 추가'],
  around: ['Around', '이 시각 전후'],
  at: ['At', '이 시각'],
  before: ['Before', '이 시각 이전'],
  bill_id: ['Bill', '청구서'],
  bill_ids: ['Bills', '청구서들'],
  bills: ['Bills', '청구서들'],
  block_id: ['Page or Block ID', '페이지 또는 블록 ID'],
  callback_url: ['Callback URL', '콜백 URL'],
  carrier: ['Carrier', '택배사'],
  check_quota: ['Check Quota', '남은 시간 확인'],
  checked: ['Done', '완료'],
  color: ['Color', '색'],
  column: ['Column', '열'],
  columns: ['Columns', '열'],
  concurrency: ['Concurrency', '동시 처리 수'],
  confirm_duplicate: ['Send Even If Repeated', '중복이어도 보내기'],
  content: ['Native Content', '노션 형식의 내용'],
  create_if_missing: ['Create If Missing', '없으면 만들기'],
  createdAtFrom: ['From', '시작일'],
  createdAtTo: ['To', '종료일'],
  send: ['Send As', '보내는 방법'],
  ship_by: ['Ship by', '발송 기한'],
  channel: ['Channel', '판매 채널'],
  cursor: ['Cursor', '커서'],
  customer: ['Customer', '고객'],
  data_source_id: ['Table', '표'],
  database_id: ['Database ID', '데이터베이스 ID'],
  date_from: ['From', '시작일'],
  date_to: ['To', '종료일'],
  description: ['Description', '설명'],
  diarization: ['Tell Speakers Apart', '화자 구분'],
  direction: ['Direction', '방향'],
  discussion_id: ['Discussion ID', '토론 ID'],
  displayCategoryCode: ['Category Code', '카테고리 코드'],
  email: ['Email', '이메일'],
  enabled: ['Enabled', '사용'],
  eventTypes: ['Event Types', '알림 종류'],
  expire_dt: ['Due Date', '납부 기한'],
  file_ids: ['Recordings', '녹음'],
  file_upload_id: ['Import ID', '가져오기 ID'],
  filename: ['File Name', '파일 이름'],
  filter: ['Filter', '필터'],
  filter_properties: ['Columns to Return', '가져올 열'],
  filters: ['Filters', '필터'],
  filters_map: ['Filters by Column', '열별 필터'],
  format: ['Format', '형식'],
  from: ['From', '시작'],
  group_by: ['Group By', '묶는 기준'],
  groups: ['Groups', '그룹'],
  hide: ['Hide', '숨기기'],
  icon: ['Icon', '아이콘'],
  id: ['ID', 'ID'],
  image_url: ['Image URL', '이미지 URL'],
  in_trash: ['In Trash', '휴지통'],
  include: ['Include', '함께 받을 내용'],
  include_source: ['Include Source', '원본 포함'],
  insert_after: ['After This Text', '이 글 다음에'],
  insights: ['Include Counts', '통계 포함'],
  invoice_number: ['Invoice Number', '송장 번호'],
  isActive: ['Active', '사용'],
  is_archived: ['Archived', '보관됨'],
  is_desc: ['Newest First', '최신순'],
  is_reload: ['Make Again', '다시 만들기'],
  is_trash: ['State', '상태'],
  items: ['Items', '항목'],
  key: ['Column', '열'],
  keyword: ['Search Text', '검색어'],
  lang: ['Language', '언어'],
  language: ['Language', '언어'],
  limit: ['Limit', '최대 개수'],
  link: ['Link', '링크'],
  llm: ['Model', '모델'],
  markdown: ['Text (Markdown)', '내용(마크다운)'],
  match_mode: ['Match Names', '이름 찾는 방법'],
  media_type: ['Kind of Media', '미디어 종류'],
  member_nm: ['Customer', '고객 이름'],
  message: ['Message', '메시지'],
  most_hits: ['Most Hits per Recording', '녹음별 최대 결과 수'],
  name: ['Name', '이름'],
  operator: ['Operator', '조건'],
  options: ['Options', '선택지'],
  order: ['Order', '순서'],
  order_id: ['Order ID', '주문 번호'],
  orderedFrom: ['First Day', '첫날'],
  orderedTo: ['Last Day', '마지막 날'],
  pageIndex: ['Page', '페이지 번호'],
  pageSize: ['Page Size', '페이지 크기'],
  page_id: ['Page', '페이지'],
  page_ids: ['Pages', '페이지들'],
  page_size: ['Page Size', '페이지 크기'],
  parent_page_id: ['Parent Page', '상위 페이지'],
  phone: ['Phone', '전화번호'],
  poll_interval_sec: ['Seconds Between Checks', '확인 간격(초)'],
  price: ['Amount', '금액'],
  productName: ['Product Name', '상품 이름'],
  product_nm: ['Product', '상품'],
  properties: ['Columns', '열'],
  property: ['Column', '열'],
  property_id: ['Property Name or ID', '속성 이름 또는 ID'],
  q: ['Search Text', '검색어'],
  query: ['Search Text', '검색어'],
  quote: ['Quoted Post', '인용할 게시물'],
  records: ['Rows', '행'],
  rename: ['New Names of Columns', '열의 새 이름'],
  replace: ['Text to Replace', '바꿀 글'],
  replace_all: ['Wherever It Stands', '나오는 곳 모두'],
  reply_control: ['Who May Reply', '답글 허용 대상'],
  reply_to: ['Reply To', '답글을 달 게시물'],
  result_type: ['Kind of Result', '결과 종류'],
  role: ['Role', '역할'],
  shipment_box_id: ['Shipment Box', '배송 상자'],
  shipment_box_ids: ['Shipment Boxes', '배송 상자들'],
  since: ['Since', '이 시각 이후'],
  size: ['Size', '개수'],
  skip: ['Skip', '건너뛸 개수'],
  sort: ['Sort', '정렬'],
  sort_by: ['Sort By', '정렬 기준'],
  sorts: ['Sorts', '정렬'],
  source: ['Source', '찾을 곳'],
  speaker: ['Speaker', '화자'],
  split: ['Split', '나눠 보내기'],
  start_cursor: ['Cursor', '커서'],
  state: ['State', '상태'],
  status: ['Status', '상태'],
  strict: ['Fail If Incomplete', '하나라도 없으면 실패'],
  subscription_id: ['Subscription', '알림'],
  summ_type: ['Summary Template', '요약 템플릿'],
  summ_type_type: ['Kind of Template', '템플릿 종류'],
  tab_id: ['Note Tab', '노트 탭'],
  tag_id: ['Folder', '폴더'],
  tag_name: ['Folder', '폴더'],
  tag_names: ['Add Folder Names', '폴더 이름 추가'],
  template: ['Template', '템플릿'],
  text: ['Text', '내용'],
  timeout_sec: ['Seconds to Wait', '최대 대기 시간(초)'],
  timestamp: ['Time', '시각'],
  timezone: ['Time Zone', '시간대'],
  title: ['Title', '제목'],
  to: ['To', '끝'],
  topic: ['Topic', '주제'],
  transcript_format: ['Format of the Transcript', '전사 형식'],
  type: ['Type', '종류'],
  types: ['Types', '종류'],
  until: ['Until', '이 시각까지'],
  url: ['URL', 'URL'],
  value: ['Value', '값'],
  view_id: ['View', '보기'],
  vendor_item_id: ['Item of the Box', '상자 안의 상품'],
  video_id: ['Video ID', '동영상 ID'],
  video_url: ['Video URL', '동영상 URL'],
  words: ['Words', '단어'],
  workspace_filter: ['Notion Filter', 'Notion 필터'],
  year: ['Year', '연도'],
  'payment_request_bill.bill_id': ['Bill ID', '청구서 ID'],
}

/** A list of the account that a person chooses from (`x-lists`). */
interface List {
  readonly label: string
  readonly operation: string
  readonly input: Readonly<Record<string, Json>>
  /** The field of the operation that finds by words. Without it, the connector filters what it got. */
  readonly search?: string
  /** The fields that name an item, and the one that is its value. */
  readonly names: readonly string[]
  readonly value: string
}

type ListName = 'recordings' | 'folders' | 'notes' | 'tables' | 'pages' | 'posts' | 'bills' | 'carriers'

export const LISTS: Readonly<Record<ListName, List>> = {
  recordings: {
    label: 'Recordings',
    operation: 'recorder_list_files',
    input: { limit: 100 },
    names: ['filename'],
    value: 'id',
  },
  folders: { label: 'Folders', operation: 'recorder_list_tags', input: {}, names: ['name'], value: 'id' },
  notes: {
    label: 'Notes',
    operation: 'notes_list_notes',
    input: {},
    search: 'keyword',
    names: ['title'],
    value: 'guid',
  },
  tables: {
    label: 'Tables',
    operation: 'workspace_search',
    input: { type: 'data_source' },
    search: 'query',
    names: ['title'],
    value: 'id',
  },
  pages: {
    label: 'Pages',
    operation: 'workspace_search',
    input: { type: 'page' },
    search: 'query',
    names: ['title'],
    value: 'id',
  },
  posts: { label: 'Posts', operation: 'social_list_posts', input: { limit: 100 }, names: ['text'], value: 'id' },
  bills: {
    label: 'Bills',
    operation: 'payment_list_bills',
    input: {},
    search: 'q',
    names: ['member_nm', 'product_nm', 'price'],
    value: 'bill_id',
  },
  carriers: { label: 'Carriers', operation: 'shop_list_carriers', input: {}, names: ['name'], value: 'code' },
}

/**
 * The input of a person for a column of a table, by its type (`x-column-kinds`). The product computes all others by
 * itself.
 */
export const COLUMNS: Readonly<Record<string, 'line' | 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'list'>> = {
  title: 'line',
  rich_text: 'text',
  number: 'number',
  select: 'choice',
  status: 'choice',
  multi_select: 'list',
  date: 'date',
  people: 'list',
  checkbox: 'boolean',
  url: 'line',
  email: 'line',
  phone_number: 'line',
  relation: 'list',
  files: 'list',
}
