/**
 * Requests as owners say them to an agent, in English, Korean and both, with typos, and the operations that they need.
 * Each list of `wants` is one thing that the request needs, and any operation of that list does it. No list: Latchkey
 * has no operation for the request. `asks`: it only wants to know or to see something, so no operation that changes
 * anything may come first.
 *
 * Whoever writes `search` words of operations reads these only: the others, in `unseen.ts`, tell whether the words also
 * find what nobody had in mind.
 */
export const REQUESTS: readonly { said: string; wants: readonly (readonly string[])[]; asks?: true }[] = [
  // Plaud
  {
    said: 'trascription of the meting with Kim',
    wants: [
      ['recorder_get_transcript', 'recorder_fetch_file', 'recorder_search', 'notes_get_transcript', 'gateway_search'],
    ],
    asks: true,
  },
  {
    said: '오늘 아침 통화 녹음 아직 글로 안 바뀌었던데 변환 돌려줘',
    wants: [['recorder_transcribe_file', 'recorder_transcribe_file_and_wait']],
  },
  {
    said: "Can you redo the write-up of Tuesday's call, this time with a better AI?",
    wants: [['recorder_transcribe_file', 'recorder_transcribe_file_and_wait']],
  },
  { said: '지난주에 녹음한 것들 요약만 쭉 모아서 보여줘', wants: [['recorder_sync']], asks: true },
  {
    said: '35 minutes into the recorded lecture, what was the professor explaining?',
    wants: [['recorder_get_transcript']],
    asks: true,
  },
  { said: '월요일 주간회의 녹음에서 박 팀장이 말한 부분만 뽑아줘', wants: [['recorder_get_transcript']], asks: true },
  {
    said: '오전 투자자 미팅 녹음한거 요약좀',
    wants: [['recorder_get_summary', 'recorder_fetch_file', 'recorder_sync']],
    asks: true,
  },
  {
    said: 'tl;dr of the dentist call I recorded',
    wants: [['recorder_get_summary', 'recorder_fetch_file', 'recorder_sync']],
    asks: true,
  },
  {
    said: '지난 금요일 강의 음성 원본 내려받고 싶어',
    wants: [['recorder_get_audio_url', 'recorder_fetch_file']],
    asks: true,
  },
  {
    said: 'where can i listen to the actual sound of that phone call I taped',
    wants: [['recorder_get_audio_url', 'recorder_fetch_file']],
    asks: true,
  },
  {
    said: 'My recording is just called "2025-11-03 14:02", give it a proper name like Lee interview',
    wants: [['recorder_rename_file']],
  },
  { said: 'throw away the test recordings from this morning', wants: [['recorder_trash_files']] },
  { said: '휴지통에 버린 녹음 다시 살려 줄래?', wants: [['recorder_restore_files']] },
  { said: "What's lying in the bin of my recorder?", wants: [['recorder_list_files']], asks: true },
  { said: "'영업' 폴더에 어제 recording 두 개 넣어줘", wants: [['recorder_organize_files', 'recorder_assign_tag']] },
  { said: "take yesterday's voice memo out of the Private folder", wants: [['recorder_assign_tag']] },
  { said: "녹음 폴더 '회의'를 '주간회의'로 고치고 색은 파랑으로", wants: [['recorder_change_tag']] },
  {
    said: 'I no longer need the folder Old Interviews on my Plaud, get rid of it but keep the recordings',
    wants: [['recorder_delete_tag']],
  },
  {
    said: '이번 달에 녹음 몇 분이나 더 글로 바꿀 수 있어?',
    wants: [['recorder_get_quota', 'recorder_get_user']],
    asks: true,
  },
  { said: 'Is it done turning my recording into text yet?', wants: [['recorder_list_tasks']], asks: true },
  {
    said: 'which AIs can I choose from for the summary of a recording?',
    wants: [['recorder_list_summary_models']],
    asks: true,
  },
  { said: '플라우드 기기 몇 대나 등록돼 있지', wants: [['recorder_list_devices']], asks: true },
  {
    said: 'my recorder seems to be cut off, chek the connection please',
    wants: [['recorder_doctor', 'gateway_doctor']],
    asks: true,
  },
  { said: '내 플라우드 계정 이메일 뭐로 돼 있어?', wants: [['recorder_get_user']], asks: true },
  {
    said: 'could a stranger open the recording of the board meeting by a link?',
    wants: [['recorder_get_share', 'recorder_fetch_file']],
    asks: true,
  },
  { said: '그 녹음에 딸린 노트 뭐뭐 있어? 핵심정리나 할일 같은 거', wants: [['recorder_list_tabs']], asks: true },
  {
    said: 'how long was the recording with the lawyer and when did it begin',
    wants: [['recorder_get_file', 'recorder_list_files', 'recorder_search', 'recorder_sync']],
    asks: true,
  },
  { said: '요즘 내가 녹음에서 뭘 찾아봤더라', wants: [['recorder_list_searches']], asks: true },
  {
    said: '플라우드에서 내 계정으로 쓸 수 있는 기능이 뭐가 있어',
    wants: [['recorder_get_feature_access', 'recorder_get_membership', 'recorder_get_config']],
    asks: true,
  },
  {
    said: 'which recordings got their text and summary since I last asked you',
    wants: [['recorder_list_webhook_candidates', 'recorder_sync', 'recorder_list_files']],
    asks: true,
  },
  {
    said: "Any long recordings from last week that aren't text yet? If so start them",
    wants: [
      ['recorder_list_files', 'recorder_sync'],
      ['recorder_transcribe_file', 'recorder_transcribe_file_and_wait'],
    ],
  },
  {
    said: '오늘 녹음 요약해서 노션 회의록에 새 페이지로 올려줘',
    wants: [
      ['recorder_get_summary', 'recorder_fetch_file', 'recorder_sync'],
      ['workspace_create_page', 'workspace_insert_records'],
    ],
  },

  // Tiro
  {
    said: 'what exactly was said about hiring in the last Tiro meeting?',
    wants: [['notes_get_transcript', 'notes_list_notes']],
    asks: true,
  },
  { said: '어제 티로 미팅 오간 말 그대로 전부 보여줘', wants: [['notes_get_transcript']], asks: true },
  { said: '티로가 정리해준 회의 요약 읽고 싶어', wants: [['notes_list_summaries']], asks: true },
  { said: "티로에 '고객사' 폴더가 있었나?", wants: [['notes_list_folders']], asks: true },
  { said: 'Tiro에서 계약서 얘기 나온 meeting 찾아줘', wants: [['notes_list_notes', 'gateway_search']], asks: true },
  { said: 'every sentence Sujin said in the Tiro call', wants: [['notes_get_transcript']], asks: true },
  { said: '티로가 지금 어느 주소로 소식을 보내고 있는지 목록 좀', wants: [['notes_list_webhooks']], asks: true },
  {
    said: 'What kinds of happenings can Tiro tell another program about?',
    wants: [['notes_list_webhook_event_types']],
    asks: true,
  },
  {
    said: "Take the action items out of this morning's Tiro note and make Notion to-dos of them",
    wants: [
      ['notes_list_summaries', 'notes_get_transcript', 'notes_get_note'],
      ['workspace_insert_records', 'workspace_create_page', 'workspace_upsert_records'],
    ],
  },

  // Notion
  { said: 'mark the task as done', wants: [['workspace_update_page', 'workspace_upsert_records']] },
  {
    said: '할 일 목록에 "세금계산서 발행" 추가해줘',
    wants: [['workspace_create_page', 'workspace_insert_records', 'workspace_upsert_records']],
  },
  {
    said: '노션에서 이번 주 마감인 거 뭐 있어?',
    wants: [['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all', 'workspace_search']],
    asks: true,
  },
  { said: '이 명단 노션 고객표에 넣되 이미 있는 사람은 덮어써줘', wants: [['workspace_upsert_records']] },
  {
    said: 'Change the prices in the Notion product list by article number, and add the articles that are new',
    wants: [['workspace_upsert_records']],
  },
  {
    said: 'read me the onboarding handbook from Notion',
    wants: [['workspace_get_page_markdown', 'workspace_get_page']],
    asks: true,
  },
  {
    said: '그 노션 문서 내용 통째로 보여줘',
    wants: [['workspace_get_page_markdown', 'workspace_get_page']],
    asks: true,
  },
  { said: '노션 회의록 맨 밑에 결정사항 세 줄 덧붙여', wants: [['workspace_append_page_markdown']] },
  {
    said: "Throw out what's on the Notion welcome page and write it anew from this text",
    wants: [['workspace_replace_page_markdown']],
  },
  { said: '이 페이지 글 싹 갈아엎고 새 걸로 바꿔줄래?', wants: [['workspace_replace_page_markdown']] },
  {
    said: 'push the due date of the Kim proposal to next monday',
    wants: [['workspace_update_page', 'workspace_upsert_records']],
  },
  { said: 'delete those three duplicate rows from the table', wants: [['workspace_delete_pages']] },
  { said: '노션 옛날 페이지 몇 개 휴지통으로 보내', wants: [['workspace_delete_pages', 'workspace_update_page']] },
  {
    said: 'anything people still want changed in the draft? read the remarks beside the page',
    wants: [['workspace_list_comments']],
    asks: true,
  },
  { said: '기획서에 달린 코멘트 읽어줘', wants: [['workspace_list_comments']], asks: true },
  { said: '노션에서 민수가 남긴 코멘트에 "확인했습니다"라고 답해줘', wants: [['workspace_create_comment']] },
  { said: 'who else is in our Notion', wants: [['workspace_list_users']], asks: true },
  { said: 'get jane@acme.com into our Notion workspace', wants: [['workspace_invite_member']] },
  { said: '새로 온 디자이너 노션에 초대 좀 해줄래', wants: [['workspace_invite_member']] },
  { said: 'what columns does the Bugs table have?', wants: [['workspace_get_schema']], asks: true },
  { said: "노션 표 '상태' 칸에 뭘 넣을 수 있어?", wants: [['workspace_get_schema']], asks: true },
  {
    said: '매출표 한 줄도 빼먹지 말고 다 가져와서 합계 내줘, 노션에 있는 거',
    wants: [['workspace_query_all']],
    asks: true,
  },
  {
    said: 'Attach this pdf from the web to the contract row: https://example.com/lease.pdf',
    wants: [['workspace_import_file'], ['workspace_update_page', 'workspace_upsert_records']],
  },
  { said: 'Has the file from before arrived in Notion by now?', wants: [['workspace_get_file']], asks: true },
  {
    said: 'the attendees of that row are cut off after 25, I want to see all of them',
    wants: [['workspace_get_property']],
    asks: true,
  },
  {
    said: 'How many tickets are still open for Park, the urgent ones first',
    wants: [['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all']],
    asks: true,
  },
  {
    said: "What's hidden inside that toggle on the Notion page?",
    wants: [['workspace_list_block_children', 'workspace_get_page_markdown', 'workspace_get_page']],
    asks: true,
  },
  {
    said: '새 프로젝트 줄 하나 만들고 팀원들 보게 코멘트도 남겨줘',
    wants: [['workspace_create_page', 'workspace_insert_records'], ['workspace_create_comment']],
  },
  { said: 'Notion휴지통에 뭐 들어있어', wants: [['workspace_search']], asks: true },
  {
    said: '이 노션 카드 마감일이랑 상태가 뭐로 돼 있어?',
    wants: [['workspace_get_page', 'workspace_query_data_source', 'workspace_query_database', 'workspace_search']],
    asks: true,
  },

  // Coupang, as seller and as buyer
  { said: '쿠팡 새 주문 들어온 거 있어?', wants: [['shop_list_order_sheets']], asks: true },
  { said: '결제된 주문들 상품준비중으로 넘겨줘', wants: [['shop_acknowledge_order_sheets']] },
  { said: "Confirm the new Coupang orders, I'm packing them now", wants: [['shop_acknowledge_order_sheets']] },
  {
    said: 'tell Coupang the boxes went out with Hanjin, the tracking numbers are below',
    wants: [['shop_send_invoices']],
  },
  { said: 'which delivery companies can I pick for a tracking number?', wants: [['shop_list_carriers']], asks: true },
  { said: '이번 달 쿠팡에서 얼마 팔았어', wants: [['shop_list_sales']], asks: true },
  { said: "what's our best seller of last week in the shop", wants: [['shop_list_sales']], asks: true },
  { said: 'why do customers keep sending the blue jacket back', wants: [['shop_list_returns']], asks: true },
  { said: '이번 주에 주문 취소한 손님 있어?', wants: [['shop_list_returns']], asks: true },
  { said: 'Does any buyer want another size in place of what they got?', wants: [['shop_list_exchanges']], asks: true },
  { said: '캠핑용 접이식 의자는 어느 카테고리에 올려야 돼?', wants: [['shop_get_category']], asks: true },
  { said: '내가 쿠팡에서 지난달에 얼마 썼지', wants: [['shop_list_flattened_orders', 'shop_list_orders']], asks: true },
  {
    said: 'when did I last buy coffee beans on coupang',
    wants: [['shop_list_flattened_orders', 'shop_list_orders', 'gateway_search']],
    asks: true,
  },
  {
    said: 'did the headphones I cancelled at Coupang realy get cancelled',
    wants: [['shop_list_flattened_orders', 'shop_list_orders']],
    asks: true,
  },
  { said: '발송 늦은 주문 있어? 페널티 먹기 전에 확인해줘', wants: [['shop_list_order_sheets']], asks: true },
  {
    said: 'How many orders came in and how many came back this week?',
    wants: [['shop_list_sales', 'shop_list_order_sheets'], ['shop_list_returns']],
    asks: true,
  },
  { said: '우리 쿠팡에 뭐뭐 올려놨지', wants: [['shop_list_products']], asks: true },
  {
    said: 'which sizes of the jacket do we list at Coupang?',
    wants: [['shop_get_product', 'shop_list_products']],
    asks: true,
  },
  {
    said: '감귤 5kg 재고 몇 개 남았어?',
    wants: [['shop_get_item', 'shop_list_products', 'shop_get_product']],
    asks: true,
  },
  { said: 'the mugs are sold out, set them to zero', wants: [['shop_change_stock']] },
  { said: '텀블러 당분간 판매 중지해줘', wants: [['shop_change_sale']] },
  { said: 'put the tangerines back on sale for 18,900 won', wants: [['shop_change_sale']] },
  { said: '품절이라 이 주문 우리가 취소해야 돼', wants: [['shop_cancel_sale']] },
  { said: 'we cannot deliver order 24000123456789, cancel it on our side', wants: [['shop_cancel_sale']] },
  { said: '아까 넣은 송장 번호 틀렸어 고쳐줘', wants: [['shop_correct_invoices']] },
  { said: 'the return 365001000 arrived at the warehouse', wants: [['shop_confirm_return']] },
  { said: '반품 물건 들어왔으니까 입고 확인 해줘', wants: [['shop_confirm_return']] },
  { said: '출고 중지 요청 왔는데 벌써 보냈어', wants: [['shop_report_shipped_return']] },
  { said: 'the swapped shirt came in, tell Coupang', wants: [['shop_confirm_exchange']] },
  { said: '교환할 재고 없으니까 교환 거부해줘', wants: [['shop_reject_exchange']] },
  {
    said: '이번주 쿠팡 반품 노션 표에 정리해줘',
    wants: [['shop_list_returns'], ['workspace_insert_records', 'workspace_upsert_records', 'workspace_create_page']],
  },

  // PaySsam
  { said: 'who still owes me money', wants: [['payment_list_bills']], asks: true },
  { said: '아직 입금 안 한 사람 누구야', wants: [['payment_list_bills']], asks: true },
  { said: '학부모님께 수강료 30만원 청구서 카톡으로 보내줘', wants: [['payment_request_bill']] },
  { said: 'Could you send Park Jiyoung a link so she can pay 55000?', wants: [['payment_request_bill']] },
  { said: '3반 학생들 전부한테 12월 수강료 청구서 한 번에 보내줘', wants: [['payment_request_bills']] },
  { said: 'bill everybody on this list for the December lessons', wants: [['payment_request_bills']] },
  { said: 'how many points do I have left for sending bills', wants: [['payment_get_points']], asks: true },
  { said: '쌤포인트 얼마나 남았어?', wants: [['payment_get_points']], asks: true },
  { said: 'where do I top up the PaySsam points', wants: [['payment_get_points']], asks: true },
  {
    said: '카톡 말고 결제 링크만 하나 만들어줘, 내가 문자로 보낼게',
    wants: [['payment_request_bill', 'payment_request_bills']],
  },
  { said: '고객이 청구서 못 받았대, 다시 보내줘', wants: [['payment_resend_bill']] },
  {
    said: 'nudge everybody who is late with the money once more',
    wants: [['payment_list_bills'], ['payment_resend_bill']],
  },
  { said: 'refnd the payment of Kim Minji pls', wants: [['payment_cancel_bill']] },
  { said: '결제 취소하고 돈 돌려줘', wants: [['payment_cancel_bill']] },
  { said: '잘못 나간 청구서 없애줘, 아직 안 낸 거야', wants: [['payment_destroy_bill']] },
  { said: 'has Jung paid?', wants: [['payment_list_bills', 'payment_get_bill', 'payment_read_bill']], asks: true },
  { said: "charge the card that Mr Han left with us for this month's fee", wants: [['payment_request_autopay']] },
  { said: '정기결제 이번 달분 긁어줘', wants: [['payment_request_autopay']] },
  { said: '자동결제 카드 바꾸고 싶다는 고객 있는데 처리해 줄래?', wants: [['payment_manage_autopay']] },
  { said: 'is 010 1234 5678 a proper korean mobile number', wants: [['payment_format_phone_number']], asks: true },
  { said: '기한 지난 청구서 며칠이나 밀렸어', wants: [['payment_list_bills']], asks: true },
  {
    said: "Cancel Seo's paid 50,000 and bill him 45,000 in its place",
    wants: [['payment_cancel_bill'], ['payment_request_bill']],
  },
  { said: 'bill 하나 다시 send 해줘 to 김 과장', wants: [['payment_resend_bill']] },

  // YouTube
  {
    said: 'what does the man say in this clip https://youtu.be/dQw4w9WgXcQ',
    wants: [['video_get_transcript']],
    asks: true,
  },
  { said: 'is there a Korean subtitle for this youtube video?', wants: [['video_list_languages']], asks: true },
  { said: '이 영상 자막 어떤 언어로 있어?', wants: [['video_list_languages']], asks: true },
  { said: '유튜브 영상 길이랑 챕터 알려줘', wants: [['video_get_metadata']], asks: true },
  { said: 'get me the captions of this YouTube talk as an srt file', wants: [['video_get_transcript']], asks: true },
  {
    said: 'watch this video for me and put a few lines about it on Threads',
    wants: [['video_get_transcript'], ['social_create_post']],
  },
  {
    said: '유튜브 강의 요점 정리해서 Notion에 저장해줘',
    wants: [
      ['video_get_transcript'],
      ['workspace_create_page', 'workspace_append_page_markdown', 'workspace_insert_records'],
    ],
  },

  // Threads
  { said: 'take down what I wrote about the sale on Threads', wants: [['social_delete_post']] },
  { said: 'post "We open at 9 tomorrow" on Threads', wants: [['social_create_post']] },
  { said: '스레드에 달린 댓글에 고맙다고 답 달아줘', wants: [['social_create_post']] },
  {
    said: 'what did people answer to my last Threads post',
    wants: [['social_list_replies', 'social_get_conversation']],
    asks: true,
  },
  {
    said: 'show me the whole back and forth below that post, all of it',
    wants: [['social_get_conversation']],
    asks: true,
  },
  { said: 'hide that rude answer under my post', wants: [['social_hide_reply']] },
  { said: 'has anyone tagged me lately', wants: [['social_list_mentions']], asks: true },
  { said: '스레드에서 나 언급한 글 있어?', wants: [['social_list_mentions']], asks: true },
  { said: '이 글 좋아요 몇 개야', wants: [['social_get_post_insights']], asks: true },
  { said: 'Did I gain followers this week?', wants: [['social_get_insights']], asks: true },
  { said: "what's the talk on Threads about vegan kimchi", wants: [['social_search']], asks: true },
  {
    said: '다른 사람들이 우리 브랜드 얘기한 스레드 글 찾아봐',
    wants: [['social_search', 'social_list_mentions']],
    asks: true,
  },
  { said: '이 글 리포스트 해줄래', wants: [['social_repost']] },
  { said: 'What did I write on Threads last month?', wants: [['social_list_posts']], asks: true },
  { said: 'how do I look on Threads - my handle, my bio', wants: [['social_get_user']], asks: true },
  { said: 'Is post 17893344 still up and what was in it?', wants: [['social_get_post']], asks: true },
  { said: '오타 난 글 지우고 고친 걸로 다시 올려줘', wants: [['social_delete_post'], ['social_create_post']] },
  { said: 'Threads에 quote로 내 생각 한 줄 붙여서 올려줘', wants: [['social_create_post']] },

  // Events
  {
    said: '밖으로 보내는 알림 중에 실패한 거 있어?',
    wants: [['events_list_deliveries', 'events_list_subscriptions', 'events_get_subscription']],
    asks: true,
  },
  { said: 'who gets told when a recording is ready?', wants: [['events_list_subscriptions']], asks: true },
  { said: 'What kinds of news can you pass on to my Slack?', wants: [['events_list_types']], asks: true },
  {
    said: 'is the hookup to Make still alive or was it switched off',
    wants: [['events_get_subscription', 'events_list_subscriptions']],
    asks: true,
  },
  { said: '어떤 일들이 생겼을 때 알림 받을 수 있어?', wants: [['events_list_types']], asks: true },

  // The gateway itself
  { said: 'is everything still connected?', wants: [['gateway_doctor']], asks: true },
  { said: "Why can't you get into my Coupang any more?", wants: [['gateway_doctor']], asks: true },
  { said: 'look through all I have for "Hanbit contract"', wants: [['gateway_search']], asks: true },
  { said: 'which of my logins are about to run out', wants: [['gateway_doctor']], asks: true },
  { said: 'Any trace of Oh Seyoung anywhere, in recordings, notes or posts?', wants: [['gateway_search']], asks: true },

  // Nothing that Latchkey does
  { said: 'Schedule this Threads post for tomorrow at nine', wants: [] },
  { said: '파란 자켓 재고 50개로 늘려줘', wants: [['shop_change_stock', 'shop_list_products']] },
  { said: 'share the recording of the board meeting with my boss', wants: [] },
  { said: '이 두 녹음 하나로 합쳐 줄래?', wants: [] },
  { said: 'Speaker 2 is Jina, correct the name in the transcript', wants: [] },
  { said: '쿠팡에 올린 상품 가격 만원으로 내려줘', wants: [['shop_change_sale', 'shop_list_products']] },
  { said: 'upload my holiday video to YouTube', wants: [] },
  { said: 'did Kim answer my e-mail?', wants: [], asks: true },

  // Plaud, more
  {
    said: 'Wait until the text of the 4 pm consultation is finished, then read it to me',
    wants: [
      ['recorder_transcribe_file_and_wait', 'recorder_transcribe_file'],
      ['recorder_get_transcript', 'recorder_fetch_file', 'recorder_transcribe_file_and_wait'],
    ],
  },
  { said: '녹음폴더뭐뭐있어', wants: [['recorder_list_tags']], asks: true },
  { said: 'make a folder Thesis on my recorder', wants: [['recorder_create_tag']] },
  { said: '두 파일 합치라고 시켜 놨는데 아직도 도는 중이야?', wants: [['recorder_list_running_merges']], asks: true },
  {
    said: "only the mind map of yesterday's seminar recording, not the rest",
    wants: [['recorder_get_tab', 'recorder_list_tabs']],
    asks: true,
  },
  {
    said: "번거로우시겠지만 어제 상담 녹음에서 '할 일' 탭 내용만 가져와 주실 수 있을까요?",
    wants: [['recorder_get_tab', 'recorder_list_tabs']],
    asks: true,
  },
  {
    said: 'vtt of the podcast i recorded pls',
    wants: [['recorder_get_transcript', 'recorder_fetch_file']],
    asks: true,
  },
  { said: '교수님이 시험 범위 얘기한 녹음이 뭐였지', wants: [['recorder_search', 'gateway_search']], asks: true },
  {
    said: '나 플라우드 유료 회원이야 무료야',
    wants: [['recorder_get_membership', 'recorder_get_user', 'recorder_get_feature_access']],
    asks: true,
  },
  {
    said: 'will a three hour workshop still fit into what Plaud lets me transcribe?',
    wants: [['recorder_get_quota', 'recorder_get_user']],
    asks: true,
  },
  { said: '내 녹음기 시리얼 번호 불러줘', wants: [['recorder_list_devices']], asks: true },
  { said: '오늘 나 몇 번 녹음했어', wants: [['recorder_list_files', 'recorder_sync']], asks: true },
  {
    said: "Good afternoon! If it isn't too much trouble, could you list everything I recorded at the client's site between the 3rd and the 7th, with a short gist for each? Thank you so much.",
    wants: [['recorder_sync']],
    asks: true,
  },
  {
    said: '녹음 제목이 죄다 날짜라 못 알아보겠어 내용 보고 제목 새로 지어줘',
    wants: [
      [
        'recorder_get_summary',
        'recorder_fetch_file',
        'recorder_sync',
        'recorder_list_files',
        'recorder_get_transcript',
      ],
      ['recorder_rename_file'],
    ],
  },
  {
    said: '잘못 눌려서 5초짜리로 찍힌 녹음들 찾아서 싹 버려',
    wants: [['recorder_list_files', 'recorder_sync'], ['recorder_trash_files']],
  },
  { said: 'wait no i deleted the wrong interview from plaud, bring it back!!', wants: [['recorder_restore_files']] },
  {
    said: 'Everything I taped in October belongs into the folder Autumn, put it there',
    wants: [
      ['recorder_list_files', 'recorder_sync'],
      ['recorder_organize_files', 'recorder_assign_tag'],
    ],
  },
  { said: 'paint the recorder folder Clients green', wants: [['recorder_change_tag']] },
  { said: "안 쓰는 녹음 폴더 '임시' 없애", wants: [['recorder_delete_tag']] },
  { said: 'mp3 choir rehersal', wants: [['recorder_get_audio_url', 'recorder_fetch_file']], asks: true },
  {
    said: 'is my plaud ok? nothing new shows up since tuesday',
    wants: [['recorder_doctor', 'gateway_doctor', 'recorder_list_files', 'recorder_sync']],
    asks: true,
  },
  {
    said: '그 interview recording 지금 share 켜져 있어?',
    wants: [['recorder_get_share', 'recorder_fetch_file']],
    asks: true,
  },
  {
    said: '화학 강의 요약 다시 뽑아줘 이번엔 회의록 말고 강의노트 형식',
    wants: [['recorder_transcribe_file', 'recorder_transcribe_file_and_wait']],
  },
  {
    said: 'how much of the panel talk on my recorder was Maria speaking',
    wants: [['recorder_get_transcript', 'recorder_fetch_file']],
    asks: true,
  },
  {
    said: '음 그 뭐냐 지난 수요일에 납품업체 사장님이랑 통화 녹음한 거 있잖아 거기서 단가 얼마라고 했는지 좀 찾아봐 줘',
    wants: [
      ['recorder_get_transcript', 'recorder_fetch_file', 'recorder_search', 'gateway_search', 'recorder_get_summary'],
    ],
    asks: true,
  },
  {
    said: 'give me the lot on that recording: words, summary and sound, all at once',
    wants: [['recorder_fetch_file', 'recorder_sync']],
    asks: true,
  },
  {
    said: '오늘 standup 녹음 transcript를 markdown으로 줘',
    wants: [['recorder_get_transcript', 'recorder_fetch_file']],
    asks: true,
  },
  {
    said: "the january recording with dr cho, put it's summary in notion under Health",
    wants: [
      ['recorder_get_summary', 'recorder_fetch_file', 'recorder_sync'],
      [
        'workspace_insert_records',
        'workspace_upsert_records',
        'workspace_create_page',
        'workspace_append_page_markdown',
      ],
    ],
  },
  {
    said: 'what is set in my Plaud account, language and so on',
    wants: [['recorder_get_config', 'recorder_get_user', 'recorder_get_feature_access']],
    asks: true,
  },
  {
    said: '요약까지 다 끝난 녹음 최근 다섯 개',
    wants: [['recorder_list_webhook_candidates', 'recorder_sync', 'recorder_list_files']],
    asks: true,
  },
  {
    said: '이 녹음 몇 초짜리고 어느 기기로 찍힌 거야',
    wants: [['recorder_get_file', 'recorder_list_files', 'recorder_search', 'recorder_sync']],
    asks: true,
  },
  {
    said: 'the words i typed into the search of my recordings the other day, which were they',
    wants: [['recorder_list_searches']],
    asks: true,
  },
  {
    said: '녹음 summary 만들 때 GPT 말고 Claude도 고를 수 있어?',
    wants: [['recorder_list_summary_models']],
    asks: true,
  },
  { said: '플라우드가 지금 뒤에서 돌리고 있는 작업 있나', wants: [['recorder_list_tasks']], asks: true },

  // Tiro, more
  { said: 'tiro notes from last week', wants: [['notes_list_notes']], asks: true },
  { said: '티로노트제목만쭉보여줘', wants: [['notes_list_notes']], asks: true },
  {
    said: "Who sat in on Friday's Tiro call and how long did it go?",
    wants: [['notes_get_note', 'notes_list_notes', 'notes_get_transcript']],
    asks: true,
  },
  { said: '티로 회의 20분쯤부터 한 10분 동안 무슨 얘기 했어', wants: [['notes_get_transcript']], asks: true },
  {
    said: 'where is the Tiro note about pricing filed',
    wants: [['notes_get_note', 'notes_list_notes', 'notes_list_folders']],
    asks: true,
  },
  { said: '티로에 발급해 둔 API 키가 몇 개죠? 이름만 알려주시면 됩니다', wants: [['notes_list_api_keys']], asks: true },
  { said: 'the kickoff in Tiro - the short summary, not the long one', wants: [['notes_list_summaries']], asks: true },
  { said: "티로 '인사평가' 폴더 노트들만 골라줘", wants: [['notes_list_notes', 'notes_list_folders']], asks: true },
  {
    said: 'Tiro note에서 budget 나온 데만 앞뒤로 좀',
    wants: [['notes_get_transcript', 'notes_list_notes']],
    asks: true,
  },
  { said: 'does any webhook of Tiro still point at our old server?', wants: [['notes_list_webhooks']], asks: true },
  {
    said: 'Tiro and my Plaud both sat in the same meeting, tell me where their summaries differ',
    wants: [
      ['notes_list_summaries', 'notes_get_transcript', 'notes_get_note'],
      ['recorder_get_summary', 'recorder_fetch_file', 'recorder_sync'],
    ],
    asks: true,
  },
  {
    said: '티로 회의 요약 짧게 줄여서 스레드에 게시해',
    wants: [['notes_list_summaries', 'notes_get_note', 'notes_get_transcript'], ['social_create_post']],
  },
  {
    said: '티로 웹훅 걸 때 고를 수 있는 이벤트 이름들이 궁금합니다',
    wants: [['notes_list_webhook_event_types']],
    asks: true,
  },

  // Notion, more
  { said: 'whats in notion abt the lease', wants: [['workspace_search', 'gateway_search']], asks: true },
  { said: '노션에서휴가규정찾아', wants: [['workspace_search', 'gateway_search']], asks: true },
  { said: 'under whose name are you in my Notion?', wants: [['workspace_get_me', 'gateway_doctor']], asks: true },
  { said: "미수금 표에 '입금일'이 날짜 칸이야 글자 칸이야", wants: [['workspace_get_schema']], asks: true },
  {
    said: '12 new students for the Notion roster, names and classes follow',
    wants: [['workspace_insert_records', 'workspace_upsert_records']],
  },
  { said: 'new notion page: Trip to Busan, with a packing checklist', wants: [['workspace_create_page']] },
  {
    said: "Lee's row has the wrong phone, should be 010-2222-3333",
    wants: [['workspace_update_page', 'workspace_upsert_records']],
  },
  { said: "박서준 학생 '휴원'으로 바꿔", wants: [['workspace_update_page', 'workspace_upsert_records']] },
  { said: 'leave a comment on the budget page: the numbers are final', wants: [['workspace_create_comment']] },
  { said: '기획안 review에서 아직 답 안 한 comment 있어?', wants: [['workspace_list_comments']], asks: true },
  {
    said: "How many guests have said yes? It's in the wedding table in Notion",
    wants: [['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all']],
    asks: true,
  },
  {
    said: '재고표에서 열 개 밑으로 떨어진 것만, 노션',
    wants: [['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all']],
    asks: true,
  },
  { said: 'the entire Notion inventory as csv, all 4000 lines of it', wants: [['workspace_query_all']], asks: true },
  { said: '노션 회원 명단 천 명 넘는데 전원 뽑아줘 중간에 끊지 말고', wants: [['workspace_query_all']], asks: true },
  {
    said: 'just the part under the heading Risks, the page is too long',
    wants: [['workspace_list_block_children', 'workspace_get_page_markdown', 'workspace_get_page']],
    asks: true,
  },
  { said: "노션 오늘 일지 밑에 '오후 손님 일곱 팀' 적어놔", wants: [['workspace_append_page_markdown']] },
  {
    said: 'make me a table in Notion for my blog posts with a title, a status and a publish date',
    wants: [['workspace_create_database']],
  },
  { said: '노션에 원고 관리표 하나 새로 만들어 줘, 제목이랑 마감일 칸 있게', wants: [['workspace_create_database']] },
  { said: 'the posts table in Notion needs one more column for the word count', wants: [['workspace_change_columns']] },
  { said: '답변 안 한 문의', wants: [['shop_list_inquiries']], asks: true },
  { said: '쿠팡 미답변 문의', wants: [['shop_list_inquiries']], asks: true },
  { said: '환불 안 한 반품', wants: [['shop_list_returns']], asks: true },
  { said: '교환 처리 안 한 거', wants: [['shop_list_exchanges']], asks: true },
  { said: 'returns not yet approved', wants: [['shop_list_returns']], asks: true },
  { said: '재고 0으로 만들어줘', wants: [['shop_change_stock']] },
  { said: '머그컵 재고를 열 개로 맞춰', wants: [['shop_change_stock']] },
  { said: '가격 좀 내려줘 천원만', wants: [['shop_change_sale']] },
  { said: '반품 입고 확인해줘', wants: [['shop_confirm_return']] },
  { said: '우리 가게 상품 목록 보여줘', wants: [['shop_list_products']], asks: true },
  { said: 'bill these 5 parents 150,000 won each', wants: [['payment_request_bills']] },
  { said: 'move this page under Archive', wants: [['workspace_move_page']] },
  { said: '페이지에 있는 체크박스 체크해줘', wants: [['workspace_update_block']] },
  { said: '열 이름을 담당자로 바꿔줘', wants: [['workspace_change_columns']] },
  { said: '고객표에 생일 칸 하나 추가해줘', wants: [['workspace_change_columns']] },
  { said: 'rename the Due column of the tasks table to Deadline', wants: [['workspace_change_columns']] },
  { said: '표에서 메모 열은 이제 필요 없어 지워줘', wants: [['workspace_delete_column']] },
  {
    said: "there's a typo in our Notion handbook, it says Teusday, make it Tuesday",
    wants: [['workspace_edit_page_markdown']],
  },
  { said: '노션 공지 페이지에서 10월을 11월로 고쳐 줘', wants: [['workspace_edit_page_markdown']] },
  {
    said: 'tick the "call the printer" box on the page of the spring catalogue',
    wants: [['workspace_update_block', 'workspace_edit_page_markdown']],
  },
  { said: 'move the onboarding page under the handbook', wants: [['workspace_move_page']] },
  { said: '이 노션 페이지 팀 문서 아래로 옮겨줘', wants: [['workspace_move_page']] },
  {
    said: 'show me what my "This week" view of the tasks table has',
    wants: [['workspace_query_view', 'workspace_list_views']],
    asks: true,
  },
  { said: '업무표에 무슨 보기들이 있어?', wants: [['workspace_list_views']], asks: true },
  { said: '노션 공지 페이지 내용 비우고 겨울 영업시간만 남겨', wants: [['workspace_replace_page_markdown']] },
  { said: '노션에 있는 박 대리 메일 주소가 어떻게 돼', wants: [['workspace_list_users']], asks: true },
  { said: "my accountant can't see our Notion, let her in: tax@numbers.kr", wants: [['workspace_invite_member']] },
  { said: '이 주소에 있는 메뉴 사진 노션으로 올려줘 https://example.com/menu.jpg', wants: [['workspace_import_file']] },
  {
    said: 'the relation on this Notion row only shows some of the projects, what are the others',
    wants: [['workspace_get_property']],
    asks: true,
  },
  {
    said: 'task DB에서 overdue인 것만 list up 해줘',
    wants: [['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all']],
    asks: true,
  },
  {
    said: '노션 환불 요청 표에 같은 메일로 두 번 들어간 줄 찾아서 하나씩 지워',
    wants: [
      ['workspace_query_data_source', 'workspace_query_database', 'workspace_query_all'],
      ['workspace_delete_pages'],
    ],
  },
  {
    said: 'I want a copy of the Notion page Onboarding, called Onboarding 2026',
    wants: [['workspace_get_page_markdown', 'workspace_get_page'], ['workspace_create_page']],
  },
  { said: '최근에 누가 노션 문서 고쳤나 맨 위 몇 개만', wants: [['workspace_search']], asks: true },
  { said: '출석부 붙여넣을게 학번으로 맞춰서 노션 갱신해', wants: [['workspace_upsert_records']] },
  {
    said: 'when was the price list in Notion touched last?',
    wants: [
      [
        'workspace_search',
        'workspace_get_page',
        'workspace_query_data_source',
        'workspace_query_database',
        'workspace_query_all',
      ],
    ],
    asks: true,
  },
  { said: 'that upload to Notion was still pending, look again', wants: [['workspace_get_file']], asks: true },

  // Coupang, more
  { said: '반품 몇건?', wants: [['shop_list_returns']], asks: true },
  { said: '송장넣어 대한통운 6412 3345 1120', wants: [['shop_send_invoices']] },
  { said: 'what must go out today, coupang', wants: [['shop_list_order_sheets']], asks: true },
  { said: '아 여보세요 바쁘니까 빨리 지금 배송 중인 게 몇 개냐고', wants: [['shop_list_order_sheets']], asks: true },
  {
    said: 'Who ordered the beige cushion? I need the address for the label',
    wants: [['shop_list_order_sheets']],
    asks: true,
  },
  { said: '교환 들어온 거 사유 좀 읽어봐', wants: [['shop_list_exchanges']], asks: true },
  { said: '우리 가게 지난달 매출 요일별로 비교해봐', wants: [['shop_list_sales']], asks: true },
  { said: 'september revenue on coupang, one line per product', wants: [['shop_list_sales']], asks: true },
  { said: '어제 쿠팡에서 판 거 쿠폰 빼고 손님이 진짜로 낸 돈이 얼마야', wants: [['shop_list_sales']], asks: true },
  { said: 'what do I write for Lotte parcel service, is there a code?', wants: [['shop_list_carriers']], asks: true },
  { said: 'what comes below pet food in the categories of Coupang', wants: [['shop_get_category']], asks: true },
  { said: '이 product name으로 category 추천해줘: wireless mouse pad', wants: [['shop_get_category']], asks: true },
  { said: '내가 시킨 기저귀 언제 온대', wants: [['shop_list_flattened_orders', 'shop_list_orders']], asks: true },
  {
    said: '작년에 쿠팡에서 산 노트북 얼마 줬었지',
    wants: [['shop_list_flattened_orders', 'shop_list_orders', 'gateway_search']],
    asks: true,
  },
  {
    said: 'did i buy the dog food twice by accident?? check coupang',
    wants: [['shop_list_flattened_orders', 'shop_list_orders', 'gateway_search']],
    asks: true,
  },
  {
    said: '세트 주문인데 컵만 먼저 나갔고 접시는 다음 주야, 컵 운송장 번호만 쿠팡에 올려줘',
    wants: [['shop_send_invoices']],
  },
  {
    said: 'Take on all fresh coupang orders and tell me what goes into which box',
    wants: [['shop_list_order_sheets'], ['shop_acknowledge_order_sheets']],
  },
  { said: '발주확인 눌러', wants: [['shop_acknowledge_order_sheets']] },
  { said: 'who pays the postage for the return of order 2200011', wants: [['shop_list_returns']], asks: true },
  { said: 'Coupang order 중에 invoice 안 넣은 거 몇 개', wants: [['shop_list_order_sheets']], asks: true },
  {
    said: 'put what the shop sold yesterday into my Notion sales table',
    wants: [['shop_list_sales'], ['workspace_insert_records', 'workspace_upsert_records', 'workspace_create_page']],
  },

  // PaySsam, more
  { said: 'unpaid?', wants: [['payment_list_bills']], asks: true },
  {
    said: '안녕하세요, 이따 학부모 면담이 있어서 그런데요 십일월 수업료 미납자 명단을 먼저 볼 수 있을까요',
    wants: [['payment_list_bills']],
    asks: true,
  },
  {
    said: 'the Hong family owes me 280,000 for December lessons, send them a bill due on the 10th',
    wants: [['payment_request_bill']],
  },
  { said: '010-5555-1234 사만오천원 청구', wants: [['payment_request_bill']] },
  { said: '오늘돈들어온거', wants: [['payment_list_bills']], asks: true },
  {
    said: 'bill INV0042 - paid, expired or what',
    wants: [['payment_get_bill', 'payment_read_bill', 'payment_list_bills']],
    asks: true,
  },
  {
    said: '청구서 A10023 무슨 카드로 결제했는지 확인 부탁드립니다',
    wants: [['payment_read_bill', 'payment_get_bill']],
    asks: true,
  },
  { said: "take back what I billed Choi five minutes ago, he hasn't paid yet", wants: [['payment_destroy_bill']] },
  {
    said: "wrong amount on Choi's open bill: scrap it and make it 75,000",
    wants: [['payment_destroy_bill'], ['payment_request_bill']],
  },
  { said: '수업 빠진 학생 엄마가 카드로 낸 12만원 환불해 달래', wants: [['payment_cancel_bill']] },
  { said: 'Mr Ahn never opened his bill, remind him', wants: [['payment_resend_bill']] },
  { said: '최 회원님 매달 자동으로 빠지는 카드 유효기간 바뀌었대 고쳐줘', wants: [['payment_manage_autopay']] },
  { said: '자동결제 걸어둔 회원들 삼월 회비 삼만원씩 받아줘', wants: [['payment_request_autopay']] },
  { said: 'autopay kang 99000 now', wants: [['payment_request_autopay']] },
  {
    said: '공일공 일이삼사 오륙칠팔 이거 국제번호 붙이면 어떻게 써?',
    wants: [['payment_format_phone_number']],
    asks: true,
  },
  { said: '이번 달 tuition 다 낸 사람 list', wants: [['payment_list_bills']], asks: true },
  {
    said: 'everybody who paid this week goes into the ledger in Notion, add them',
    wants: [['payment_list_bills'], ['workspace_insert_records', 'workspace_upsert_records', 'workspace_create_page']],
  },

  // YouTube, more
  {
    said: '이 김치 영상에서 소금 몇 숟갈 넣으래? https://youtu.be/aqz-KE-bpKQ',
    wants: [['video_get_transcript']],
    asks: true,
  },
  {
    said: 'when did they put that youtube video up and whose channel is it',
    wants: [['video_get_metadata']],
    asks: true,
  },
  { said: '조회수 몇이야 https://youtu.be/aqz-KE-bpKQ', wants: [['video_get_metadata']], asks: true },
  {
    said: '이 YouTube lecture를 English 말고 한국어 자막 text로 뽑아줘',
    wants: [['video_get_transcript']],
    asks: true,
  },
  {
    said: '유튜브 자막 이거 사람이 단 거야 기계가 단 거야',
    wants: [['video_list_languages', 'video_get_transcript']],
    asks: true,
  },
  {
    said: 'does the vlogger say anything about our bakery in here? https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    wants: [['video_get_transcript']],
    asks: true,
  },
  {
    said: 'title and lenght of this youtube video into my notion watchlist',
    wants: [['video_get_metadata'], ['workspace_insert_records', 'workspace_upsert_records', 'workspace_create_page']],
  },

  // Threads, more
  { said: '스레드에 사진 올려 https://example.com/cake.jpg 글은 오늘의 케이크', wants: [['social_create_post']] },
  { said: 'four pictures to swipe through on Threads, addresses below', wants: [['social_create_post']] },
  {
    said: '이벤트 글에 사람들이 뭐라고 달았는지 하나씩 읽어줘',
    wants: [['social_list_replies', 'social_get_conversation']],
    asks: true,
  },
  { said: 'how often may i still post on threads today', wants: [['social_get_limits']], asks: true },
  {
    said: 'which of my Threads posts did best this month?',
    wants: [['social_list_posts'], ['social_get_post_insights']],
    asks: true,
  },
  { said: '이번 주에 내 스레드 총 몇 번 봤대', wants: [['social_get_insights']], asks: true },
  { said: 'Show that reply on Threads again, it was harmless after all', wants: [['social_hide_reply']] },
  { said: '스레드광고댓글가려줘', wants: [['social_hide_reply']] },
  { said: "pass minji's post on to my followers", wants: [['social_repost']] },
  { said: "스레드에서 '제주 카페' 요즘 반응 어때", wants: [['social_search']], asks: true },
  { said: '스레드에 최근 올린 글 열 개 첫 줄만', wants: [['social_list_posts']], asks: true },
  {
    said: '우리 가게 태그해 준 글마다 감사하다고 답글 남겨줘',
    wants: [['social_list_mentions'], ['social_create_post']],
  },
  { said: '이 스레드 글 언제 올라온 거고 누가 쓴 거야 18020011', wants: [['social_get_post']], asks: true },
  { said: 'say on Threads that we are closed monday, only followers may answer', wants: [['social_create_post']] },
  { said: 'the Threads post with the wrong price has to go, all of it', wants: [['social_delete_post']] },
  { said: '스레드 내 아이디가 뭐였더라', wants: [['social_get_user']], asks: true },

  // Events, more
  { said: 'anything new since lunch? orders, payments, whatever came in', wants: [['events_list_events']], asks: true },
  {
    said: 'My Zap did not fire this morning, was it even sent?',
    wants: [['events_list_deliveries', 'events_list_subscriptions', 'events_get_subscription', 'events_list_events']],
    asks: true,
  },
  { said: '지금 알림 받는 데가 어디어디로 등록돼 있나', wants: [['events_list_subscriptions']], asks: true },
  {
    said: 'could you warn me by yourself when a bill runs out, or is there no such alert?',
    wants: [['events_list_types']],
    asks: true,
  },

  // The gateway itself, more
  { said: '페이쌤이랑 노션 둘 다 되는지 테스트 돌려봐', wants: [['gateway_doctor']], asks: true },
  { said: '401 on threads since this morning, what broke', wants: [['gateway_doctor']], asks: true },
  { said: "'리모델링' 들어간 거 전부 찾아 녹음이든 주문이든 메모든", wants: [['gateway_search']], asks: true },
  { said: 'that guy from the printing company.. i noted his name somewhere', wants: [['gateway_search']], asks: true },

  // Nothing that Latchkey does, more
  { said: '쿠팡 반품 승인 눌러줘', wants: [['shop_approve_return']] },
  { said: '내일 아침 여덟 시에 녹음기 켜', wants: [] },
  { said: '쿠팡에서 휴지 한 박스 주문해 줘', wants: [] },
  { said: '내 통장 잔액 얼마야', wants: [], asks: true },
  { said: 'follow @coffeelab on Threads', wants: [] },
  { said: 'answer the question a customer asked below my Coupang product', wants: [] },
]
