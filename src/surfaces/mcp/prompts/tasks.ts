import type { Task, TaskArgument } from './task.ts'

/**
 * The tasks of an ordinary week. `npm run generate` writes them to a file, so that their texts are not part of the
 * Worker.
 */

const recording: TaskArgument = {
  name: 'recording',
  en: 'The recording; without one the newest with a transcript',
  ko: '녹음. 비우면 전사된 가장 최근 녹음',
  resource: 'recording_summary',
}

export const TASKS: readonly Task[] = [
  {
    name: 'meeting-to-tasks',
    tools: [
      'recorder_list_files',
      'recorder_get_summary',
      'workspace_search',
      'workspace_get_schema',
      'workspace_insert_records',
    ],
    arguments: [
      recording,
      { name: 'table', en: 'The Notion table for the tasks', ko: '할 일을 넣을 노션 표', isRequired: true },
    ],
    en: {
      title: 'Turn a meeting into Notion tasks',
      description: 'Reads the summary of a Plaud recording and adds its to-dos as rows of a Notion table.',
      steps: [
        'Find the recording with recorder_list_files, unless its id is given. Take the newest with is_summary true.',
        'Read it with recorder_get_summary. Use recorder_get_transcript with around only where the summary leaves open who does what until when.',
        'Find the table with workspace_search (type data_source), and read its columns with workspace_get_schema.',
        'Show the to-dos as a list with person and date, and ask whether to add them. Leave out what nobody agreed to.',
        'Add them with one call of workspace_insert_records, with the names of columns and options exactly as the schema has them.',
        'Report how many rows were added, and what was missing in the meeting.',
      ],
    },
    ko: {
      title: '회의를 노션 할 일로 정리',
      description: 'Plaud 녹음의 요약을 읽고 할 일을 노션 표의 행으로 추가합니다.',
      steps: [
        '녹음의 id가 없으면 recorder_list_files로 찾는다. is_summary가 true인 가장 최근 녹음을 고른다.',
        'recorder_get_summary로 읽는다. 누가 언제까지 무엇을 하는지 요약에 없을 때만 recorder_get_transcript의 around로 확인한다.',
        'workspace_search(type data_source)로 표를 찾고 workspace_get_schema로 열을 읽는다.',
        '할 일을 담당자와 기한과 함께 목록으로 보여 주고 추가해도 되는지 묻는다. 합의하지 않은 것은 뺀다.',
        'workspace_insert_records를 한 번 호출해 추가한다. 열과 옵션의 이름은 스키마와 똑같이 쓴다.',
        '몇 행을 추가했는지, 회의에서 정해지지 않은 것은 무엇인지 알린다.',
      ],
    },
  },
  {
    name: 'meeting-to-page',
    tools: ['recorder_list_files', 'recorder_get_summary', 'workspace_search', 'workspace_create_page'],
    arguments: [
      recording,
      {
        name: 'parent',
        en: 'The Notion page or table for the new page',
        ko: '새 페이지를 둘 노션 페이지나 표',
        isRequired: true,
      },
    ],
    en: {
      title: 'Write a meeting down as a Notion page',
      description: 'Creates a Notion page with decisions, to-dos and open questions of a Plaud recording.',
      steps: [
        'Find the recording with recorder_list_files, unless its id is given, and read recorder_get_summary.',
        'Find the parent with workspace_search.',
        'Write Markdown: a title with the day of the meeting, then Decisions, To-dos with person and date, Open questions. Add nothing that was not said.',
        'Show it, and create the page with workspace_create_page after the person agreed. Report its address.',
      ],
    },
    ko: {
      title: '회의록을 노션 페이지로 작성',
      description: 'Plaud 녹음의 결정 사항, 할 일, 남은 질문을 노션 페이지로 만듭니다.',
      steps: [
        '녹음의 id가 없으면 recorder_list_files로 찾고 recorder_get_summary를 읽는다.',
        'workspace_search로 상위 페이지를 찾는다.',
        '마크다운으로 쓴다. 회의 날짜를 넣은 제목, 결정 사항, 담당자와 기한이 있는 할 일, 남은 질문 순서로 쓰고 말하지 않은 내용은 넣지 않는다.',
        '보여 주고 동의를 받은 뒤 workspace_create_page로 만든다. 페이지 주소를 알린다.',
      ],
    },
  },
  {
    name: 'find-what-was-said',
    tools: ['gateway_search', 'recorder_get_transcript'],
    arguments: [
      { name: 'words', en: 'What to look for', ko: '찾을 말', isRequired: true },
      { name: 'since', en: 'The first day', ko: '찾기 시작할 날짜' },
    ],
    en: {
      title: 'Find what was said',
      description: 'Looks in recordings, notes and pages for words, and quotes who said them and when.',
      steps: [
        'Search with gateway_search, with from where a first day is given. Try one or two other wordings when nothing is found.',
        'Read the place with recorder_get_transcript (around), or the transcript of the note.',
        'Quote the sentence with speaker, position and the name and day of the meeting. Say which sources were searched (searched), and say so when nothing was found.',
      ],
    },
    ko: {
      title: '누가 무슨 말을 했는지 찾기',
      description: '녹음, 노트, 페이지에서 말을 찾아 누가 언제 했는지 인용합니다.',
      steps: [
        'gateway_search로 찾는다. 시작 날짜가 있으면 from에 넣는다. 없으면 다른 표현으로 한두 번 더 찾는다.',
        'recorder_get_transcript의 around나 노트의 전사로 그 부분을 읽는다.',
        '문장을 말한 사람, 위치, 회의 이름과 날짜와 함께 인용한다. 어디를 찾았는지(searched)와 못 찾은 경우도 그대로 알린다.',
      ],
    },
  },
  {
    name: 'week-of-meetings',
    tools: ['recorder_list_files', 'recorder_get_summary'],
    arguments: [
      { name: 'from', en: 'The first day', ko: '첫날', isRequired: true },
      { name: 'to', en: 'The last day', ko: '마지막 날', isRequired: true },
    ],
    en: {
      title: 'Summarize the meetings of a week',
      description: 'A report over all Plaud recordings of some days: decisions, to-dos, open questions.',
      steps: [
        'List with recorder_list_files, newest first, and continue with skip until the first day is passed.',
        'Read recorder_get_summary of each recording in these days that has one. Name the recordings without a summary: transcribing costs minutes of the plan, so ask before it.',
        'Write one report by subject, with the meeting and day behind each point, then all to-dos by person.',
      ],
    },
    ko: {
      title: '한 주의 회의 정리',
      description: '며칠 동안의 Plaud 녹음 전체에서 결정, 할 일, 남은 질문을 보고서로 만듭니다.',
      steps: [
        'recorder_list_files로 최근 것부터 나열하고 첫날이 지날 때까지 skip으로 계속한다.',
        '그 기간의 녹음마다 recorder_get_summary를 읽는다. 요약이 없는 녹음은 이름을 알린다. 전사는 요금제의 시간을 쓰므로 먼저 묻는다.',
        '주제별로 보고서를 쓰고 항목마다 회의와 날짜를 적는다. 끝에 사람별 할 일을 모은다.',
      ],
    },
  },
  {
    name: 'month-of-sales',
    tools: ['shop_list_sales'],
    arguments: [{ name: 'month', en: 'The month, such as 2026-10', ko: '달. 예: 2026-10', isRequired: true }],
    en: {
      title: 'Sum up a month of sales',
      description: 'Coupang WING sales of a month by day and by product, cancelled ones apart.',
      steps: [
        'Call shop_list_sales with the first and last day of the month and group_by day. While complete is false, call again from next_from.',
        'Call it once more with group_by product.',
        'Report the total of the month, the best and the weakest days, the products by amount, and what was cancelled. Use the sums of the answers, and add up only what came in parts.',
      ],
    },
    ko: {
      title: '한 달 매출 집계',
      description: '쿠팡 윙의 한 달 매출을 날짜별, 상품별로 집계하고 취소는 따로 보여 줍니다.',
      steps: [
        '그 달의 첫날과 마지막 날로 shop_list_sales를 group_by day로 호출한다. complete가 false면 next_from부터 다시 호출한다.',
        'group_by product로 한 번 더 호출한다.',
        '월 합계, 많이 팔린 날과 적게 팔린 날, 상품별 금액, 취소를 알린다. 답에 있는 합계를 쓰고 나뉘어 온 것만 더한다.',
      ],
    },
  },
  {
    name: 'orders-to-table',
    tools: ['shop_list_order_sheets', 'workspace_search', 'workspace_get_schema', 'workspace_upsert_records'],
    arguments: [
      { name: 'from', en: 'The first day of the orders', ko: '주문 첫날', isRequired: true },
      { name: 'to', en: 'The last day', ko: '마지막 날', isRequired: true },
      { name: 'table', en: 'The Notion table', ko: '노션 표', isRequired: true },
    ],
    en: {
      title: 'Put orders into a Notion table',
      description: 'Writes the Coupang WING orders of some days into a Notion table, one row for each order.',
      steps: [
        'Read the orders with shop_list_order_sheets, and continue with offset to the end.',
        'Find the table with workspace_search (type data_source) and read workspace_get_schema. The key is the column with the order number.',
        'Write with workspace_upsert_records, at most 100 rows a call, so that a second run changes rows instead of adding them.',
        'Report how many rows were added, changed and unchanged. Receivers and their addresses stay out unless the person asks for them.',
      ],
    },
    ko: {
      title: '주문을 노션 표에 정리',
      description: '며칠 동안의 쿠팡 윙 주문을 노션 표에 주문마다 한 행으로 씁니다.',
      steps: [
        'shop_list_order_sheets로 주문을 읽고 offset으로 끝까지 계속한다.',
        'workspace_search(type data_source)로 표를 찾고 workspace_get_schema를 읽는다. 주문 번호 열이 key다.',
        'workspace_upsert_records로 한 번에 100행까지 쓴다. 다시 실행해도 행이 늘지 않고 바뀐다.',
        '추가, 변경, 그대로인 행의 수를 알린다. 받는 사람과 주소는 요청하지 않으면 넣지 않는다.',
      ],
    },
  },
  {
    name: 'send-bill',
    tools: ['payment_request_bill', 'payment_read_bill'],
    arguments: [
      { name: 'customer', en: 'Name of the customer', ko: '고객 이름', isRequired: true },
      { name: 'phone', en: 'Phone number of the customer', ko: '고객 전화번호', isRequired: true },
      { name: 'product', en: 'What is paid for', ko: '상품이나 수업 이름', isRequired: true },
      { name: 'price', en: 'Amount in won', ko: '금액(원)', isRequired: true },
      { name: 'until', en: 'Last day to pay', ko: '결제 마감일' },
    ],
    en: {
      title: 'Send a bill',
      description: 'Sends a PaySsam bill to a customer after the person has checked it.',
      steps: [
        'Show customer, phone number, product, amount in won and last day to pay. Ask for the last day if it is not given. Wait until the person agrees.',
        'Call payment_request_bill once with an idempotency_key. If the answer is lost, repeat it with the same key, never with a new one.',
        'If it is refused as a duplicate, tell the person about the earlier bill, and set confirm_duplicate only if they want a second one.',
        'Report the bill id. Whether it is paid is in payment_read_bill: appr_state F.',
      ],
    },
    ko: {
      title: '청구서 보내기',
      description: '내용을 확인받은 뒤 고객에게 결제선생 청구서를 보냅니다.',
      steps: [
        '고객, 전화번호, 상품, 금액, 결제 마감일을 보여 준다. 마감일이 없으면 묻는다. 동의할 때까지 기다린다.',
        'payment_request_bill을 idempotency_key와 함께 한 번 호출한다. 답을 받지 못하면 새 키가 아니라 같은 키로 다시 호출한다.',
        '중복이라고 거절되면 먼저 보낸 청구서를 알리고, 한 번 더 보내기를 원할 때만 confirm_duplicate를 쓴다.',
        '청구서 id를 알린다. 결제 여부는 payment_read_bill의 appr_state F로 확인한다.',
      ],
    },
  },
  {
    name: 'unpaid-bills',
    tools: ['payment_list_bills'],
    arguments: [{ name: 'since', en: 'The first day', ko: '첫날' }],
    en: {
      title: 'See who has not paid',
      description: 'Lists the PaySsam bills that are not paid, with amounts and how long they have been open.',
      steps: [
        'Call payment_list_bills with state unpaid, and from where a first day is given. Continue with cursor.',
        'Report customer, product, amount, day sent, last day to pay and days_overdue, the oldest first, and the sum.',
        'Send and cancel nothing. If the person wants a reminder, name the bill and ask first.',
      ],
    },
    ko: {
      title: '미납 청구서 확인',
      description: '결제되지 않은 결제선생 청구서를 금액과 경과일과 함께 보여 줍니다.',
      steps: [
        'payment_list_bills를 state unpaid로 호출한다. 첫날이 있으면 from에 넣고 cursor로 계속한다.',
        '고객, 상품, 금액, 보낸 날, 결제 마감일, days_overdue를 오래된 것부터 알리고 합계를 적는다.',
        '아무것도 보내거나 취소하지 않는다. 다시 알리기를 원하면 청구서를 말하고 먼저 묻는다.',
      ],
    },
  },
  {
    name: 'publish-post',
    tools: ['social_create_post', 'social_get_post_insights'],
    arguments: [
      { name: 'text', en: 'What the post says, or what it is about', ko: '게시물의 글이나 주제', isRequired: true },
      { name: 'image', en: 'Public address of an image', ko: '이미지의 공개 주소' },
    ],
    en: {
      title: 'Publish a post',
      description: 'Publishes a Threads post with or without an image after the person has read it.',
      steps: [
        'Write the post in at most 500 characters, in the language of the person, unless the text is final already. Show it with the image and wait until they agree: a post is public at once.',
        'Call social_create_post once with an idempotency_key, and alt_text for an image. On 409 send the same again.',
        'Report the address of the post. Its numbers are in social_get_post_insights, some minutes later.',
      ],
    },
    ko: {
      title: '게시물 올리기',
      description: '내용을 확인받은 뒤 스레드에 글이나 이미지를 올립니다.',
      steps: [
        '글이 완성되어 있지 않으면 500자 안에서 쓴다. 이미지와 함께 보여 주고 동의할 때까지 기다린다. 올리면 바로 공개된다.',
        'social_create_post를 idempotency_key와 함께 한 번 호출한다. 이미지에는 alt_text를 넣는다. 409면 같은 내용을 다시 보낸다.',
        '게시물 주소를 알린다. 조회 수 등은 몇 분 뒤 social_get_post_insights로 본다.',
      ],
    },
  },
  {
    name: 'video-summary',
    tools: ['video_get_transcript'],
    arguments: [{ name: 'video', en: 'Link of the YouTube video', ko: '유튜브 영상 주소', isRequired: true }],
    en: {
      title: 'Summarize a video',
      description: 'Reads the captions of a YouTube video and summarizes them with times.',
      steps: [
        'Read video_get_transcript with format markdown, in the language of the person where there is one (lang). Continue with offset to the end.',
        'Summarize in the language of the person: the point in two sentences, then the sections with their times.',
        'Say when the captions were made by a machine, and quote only what they contain.',
      ],
    },
    ko: {
      title: '영상 요약',
      description: '유튜브 영상의 자막을 읽고 시간과 함께 요약합니다.',
      steps: [
        'video_get_transcript를 format markdown으로 읽는다. 한국어 자막이 있으면 lang에 ko를 넣는다. offset으로 끝까지 계속한다.',
        '한국어로 요약한다. 핵심을 두 문장으로 쓰고, 시간과 함께 부분별로 정리한다.',
        '자동으로 만든 자막이면 그렇다고 말하고, 자막에 있는 말만 인용한다.',
      ],
    },
  },
]
