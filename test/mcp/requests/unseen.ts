/**
 * Requests that nobody reads who writes `search` words of operations: a third of all, of the same products, languages
 * and kinds as those of `known.ts`, which says what the fields mean. A request that is found badly here is no reason to
 * copy its words into a declaration, else the list measures nothing any more.
 */
export const REQUESTS: readonly { said: string; wants: readonly (readonly string[])[]; asks?: true }[] = [
  // Plaud
  { said: 'what did I record yesterday', wants: [['recorder_sync', 'recorder_list_files']], asks: true },
  {
    said: '방금 끝난 녹음 텍스트로 바꾸고 다 되면 바로 읽어줘',
    wants: [['recorder_transcribe_file_and_wait', 'recorder_transcribe_file']],
  },
  {
    said: '김 대표님이 납품 날짜 언제라고 했더라? 녹음에서 찾아봐',
    wants: [['recorder_search', 'gateway_search', 'recorder_get_transcript']],
    asks: true,
  },
  {
    said: 'I need yesterdays interview recording as subtitles with the times in it',
    wants: [['recorder_get_transcript', 'recorder_fetch_file']],
    asks: true,
  },
  {
    said: 'Give me everything about the Busan recording in one go: the words, the short version and the sound',
    wants: [['recorder_fetch_file']],
    asks: true,
  },
  { said: "이 녹음 이름 '3월 이사회'로 바꿔줘", wants: [['recorder_rename_file']] },
  { said: 'oops I binned the wrong recording, bring it back', wants: [['recorder_restore_files']] },
  {
    said: 'put all recorded calls with Hyundai into a folder of their own',
    wants: [['recorder_organize_files', 'recorder_assign_tag', 'recorder_create_tag']],
  },
  { said: "녹음 정리용으로 새 폴더 하나 파줘, 이름은 '병원'", wants: [['recorder_create_tag']] },
  { said: 'which folders do I sort my recordings into?', wants: [['recorder_list_tags']], asks: true },
  { said: '아까 돌려둔 텍스트 변환 어디까지 됐어', wants: [['recorder_list_tasks']], asks: true },
  { said: 'whats the serial number of my Plaud Note', wants: [['recorder_list_devices']], asks: true },
  {
    said: 'What plan am I on with Plaud and when does it run out?',
    wants: [['recorder_get_membership', 'recorder_get_user']],
    asks: true,
  },
  {
    said: 'Read me the "Action items" note Plaud made of thursday\'s recording',
    wants: [['recorder_get_tab', 'recorder_list_tabs']],
    asks: true,
  },
  { said: '두 녹음 합치던 거 아직 진행 중이야?', wants: [['recorder_list_running_merges']], asks: true },
  {
    said: 'Find where Mina talked about the budget, call that recording "Budget talk Mina" and file it under Finance',
    wants: [
      ['recorder_search', 'gateway_search'],
      ['recorder_rename_file'],
      ['recorder_organize_files', 'recorder_assign_tag'],
    ],
  },

  // Tiro
  { said: '티로에 저장된 회의 뭐뭐 있어', wants: [['notes_list_notes']], asks: true },
  { said: "Tiro's recap of the kickoff, please", wants: [['notes_list_summaries']], asks: true },
  {
    said: 'when did the Tiro meeting with the landlord take place and how long did it go',
    wants: [['notes_get_note', 'notes_list_notes']],
    asks: true,
  },
  { said: 'which programs have a key to my Tiro', wants: [['notes_list_api_keys']], asks: true },
  {
    said: '티로 노트 하나 열어봐, 제목이랑 참석자 확인하게',
    wants: [['notes_get_note', 'notes_list_notes']],
    asks: true,
  },

  // Notion
  {
    said: "what's on my to-do list for today",
    wants: [['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all', 'workspace_search']],
    asks: true,
  },
  {
    said: 'add these 12 contacts to the customer table in notion',
    wants: [['workspace_insert_records', 'workspace_upsert_records']],
  },
  { said: "'2026 사업계획' 문서 어디 있더라", wants: [['workspace_search', 'gateway_search']], asks: true },
  {
    said: 'write at the bottom of the meeting page that we ship on Friday',
    wants: [['workspace_append_page_markdown']],
  },
  { said: 'start a new page "Trip to Osaka" under Travel', wants: [['workspace_create_page']] },
  { said: 'Put the finished projects in Notion away into the archive', wants: [['workspace_update_page']] },
  { said: 'I removed a Notion page by mistake, can you get it back?', wants: [['workspace_update_page']] },
  { said: 'leave a remark on the Notion design page that the logo is too big', wants: [['workspace_create_comment']] },
  { said: '지영씨 우리 워크스페이스 멤버야?', wants: [['workspace_list_users']], asks: true },
  {
    said: 'Which Notion are you hooked up to and whose is it?',
    wants: [['workspace_get_me', 'gateway_doctor']],
    asks: true,
  },
  {
    said: 'dump the whole inventory table from notion, all few thousand lines',
    wants: [['workspace_query_all']],
    asks: true,
  },
  { said: '이 주소에 있는 사진 노션으로 가져와줘', wants: [['workspace_import_file']] },
  {
    said: '노션 프로젝트에 연결된 고객이 일부만 보이는데 나머지도 다 보여줘',
    wants: [['workspace_get_property']],
    asks: true,
  },
  {
    said: '노션 database 링크 줄게, 거기서 진행중인 것만 골라봐',
    wants: [['workspace_query_database', 'workspace_query_data_source', 'workspace_query_all']],
    asks: true,
  },
  {
    said: 'In Notion, set every ticket older than a month to closed and list them at the end of the log page',
    wants: [
      ['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all'],
      ['workspace_update_page', 'workspace_upsert_records'],
      ['workspace_append_page_markdown'],
    ],
  },

  // Coupang, as seller and as buyer
  { said: 'which parcels have to leave the warehouse today', wants: [['shop_list_order_sheets']], asks: true },
  { said: '송장번호 입력해줘 CJ대한통운 641234567890', wants: [['shop_send_invoices']] },
  { said: '롯데택배 코드 뭐였지', wants: [['shop_list_carriers']], asks: true },
  { said: '반품 들어온 거 있나?', wants: [['shop_list_returns']], asks: true },
  { said: '교환해 달라는 사람 있는지 확인', wants: [['shop_list_exchanges']], asks: true },
  {
    said: 'what sub-groups are there below Kitchen in the Coupang catalogue',
    wants: [['shop_get_category']],
    asks: true,
  },
  { said: '쿠팡에서 시킨 거 언제 와?', wants: [['shop_list_orders', 'shop_list_flattened_orders']], asks: true },
  {
    said: '어제 들어온 주문 확인처리하고 송장도 한진으로 등록해줘',
    wants: [['shop_acknowledge_order_sheets'], ['shop_send_invoices']],
  },
  { said: 'coupang 오늘 sales 얼마야?', wants: [['shop_list_sales']], asks: true },

  // PaySsam
  { said: 'bill Mr Choi 120,000 won for the piano lesson', wants: [['payment_request_bill']] },
  { said: 'remind Lee that he has not paid yet', wants: [['payment_resend_bill']] },
  { said: 'give Ms Jung her whole 80,000 back', wants: [['payment_cancel_bill']] },
  { said: "I billed the wrong amount and she hasn't paid, take the bill back", wants: [['payment_destroy_bill']] },
  { said: '청구번호 A1023 결제됐는지 봐줘', wants: [['payment_get_bill', 'payment_read_bill']], asks: true },
  { said: 'A customer got a new card, change what we charge every month', wants: [['payment_manage_autopay']] },
  {
    said: '+82 10 9876 5432 이 번호 하이픈 넣어서 예쁘게 바꿔줘',
    wants: [['payment_format_phone_number']],
    asks: true,
  },
  {
    said: "납부한 사람만 노션 회원표에 '완료'로 바꿔줘",
    wants: [['payment_list_bills'], ['workspace_update_page', 'workspace_upsert_records']],
  },

  // YouTube
  { said: '유튜브 링크 줄게 내용 요약해줘', wants: [['video_get_transcript']], asks: true },
  {
    said: 'How often was that YouTube video watched and who uploaded it?',
    wants: [['video_get_metadata']],
    asks: true,
  },
  {
    said: 'When did this go up on YouTube, and what does it say under the video?',
    wants: [['video_get_metadata']],
    asks: true,
  },

  // Threads
  { said: '방금 올린 글 지워줘', wants: [['social_delete_post']] },
  {
    said: 'Put these four pictures up on Threads so that people can swipe through them',
    wants: [['social_create_post']],
  },
  { said: '스래드 글에 댓글 뭐라고 달렸어?', wants: [['social_list_replies', 'social_get_conversation']], asks: true },
  { said: '숨겼던 댓글 다시 보이게 해줘', wants: [['social_hide_reply']] },
  { said: "how many people saw sunday's post", wants: [['social_get_post_insights', 'social_list_posts']], asks: true },
  { said: '스레드 계정 이번 달 조회수 추이 보여줘', wants: [['social_get_insights']], asks: true },
  { said: "share Minho's post with my own followers", wants: [['social_repost']] },
  { said: '오늘 스레드에 몇 개까지 더 올릴 수 있어?', wants: [['social_get_limits']], asks: true },
  {
    said: 'which of my Threads posts did best, and how many hearts did it get',
    wants: [['social_list_posts'], ['social_get_post_insights']],
    asks: true,
  },

  // Events
  {
    said: 'what new things came in over the last hours, from all my accounts in order',
    wants: [['events_list_events']],
    asks: true,
  },
  {
    said: '자피어로 알림이 왜 안 갔지',
    wants: [['events_list_deliveries', 'events_get_subscription', 'events_list_subscriptions']],
    asks: true,
  },
  { said: '오늘 무슨 일 있었는지 시간순으로 알려줘: 주문, 녹음, 결제 다', wants: [['events_list_events']], asks: true },

  // The gateway itself
  { said: '계정들 다 잘 붙어 있는지 점검 한번 해줘', wants: [['gateway_doctor']], asks: true },
  { said: '여기저기 다 뒤져서 제주 워크숍 관련된 거 찾아줘', wants: [['gateway_search']], asks: true },

  // Nothing that Latchkey does
  { said: '쿠팡 고객 문의에 "내일 출고됩니다"라고 답변해줘', wants: [] },
  { said: '10만원 중에 3만원만 환불해줘', wants: [] },
  { said: 'order fried chicken for two to my place', wants: [] },
  { said: '내일 서울 날씨 어때?', wants: [], asks: true },
]
