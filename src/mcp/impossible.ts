import { getIntent } from './intent.ts'

/** What people ask for and no operation does. */
const IMPOSSIBLE: readonly { asked: RegExp; answer: string; isAlsoAsked?: true }[] = [
  {
    asked:
      /\bschedul\w* .*\b(?:post|thread)|\b(?:post|publish)\b.*\b(?:later|tomorrow|at \d)|예약.*(?:글|게시|포스팅|올)|(?:글|게시|포스팅|올려).*예약/i,
    answer: 'No operation schedules a post: social_create_post publishes at once.',
  },
  {
    asked: /\bedit\b.*\bpost\b|올린 글.*(?:수정|고쳐)|게시물.*수정/i,
    answer: 'No operation edits a post: the service has none. Delete it and publish another one.',
  },
  {
    asked: /^(?!.*(?:notion|노션|\btable\b|표))(?:.*\b(?:stock|inventory)\b|.*(?:재고|품절))/i,
    isAlsoAsked: true,
    answer: 'No operation reads or changes the stock of a product.',
  },
  {
    asked: /\bcustomer.{0,20}(?:question|inquir)|\bquestions?\b.{0,20}\bcustomer|고객.{0,6}문의|상품.{0,3}문의/i,
    isAlsoAsked: true,
    answer: 'No operation reads or answers questions of customers.',
  },
  {
    asked: /\b(?:partial|part of|half)\b.*\brefund|\brefund\b.*\b(?:partial|part|half)|부분 ?환불|일부만? ?환불/i,
    answer: 'No operation refunds a part of a bill: payment_cancel_bill refunds the whole amount.',
  },
  {
    asked: /\bmerge\b.*\brecording|\b(?:combine|join)\b.*\brecording|녹음.*(?:합쳐|합치|병합)/i,
    answer: 'No operation merges recordings.',
  },
  {
    asked:
      /\b(?:rename|name|label)\b.*\bspeaker|\bspeaker\b.*\b(?:name|call)|(?:화자|발화자|말한 사람).*(?:이름|바꿔)/i,
    answer: 'No operation names the speakers of a recording.',
  },
  {
    asked: /\bshare\b.*\brecording|\brecording\b.*\b(?:share|public link)|녹음.*공유/i,
    answer: 'No operation shares a recording: recorder_get_share only reads whether it is shared.',
  },
  {
    asked: /\bapprov\w*\b.*\breturns?\b|\breturns?\b.*\bapprov|반품.*승인/i,
    answer: 'No operation approves a return: shop_list_returns only lists them.',
  },
  {
    asked:
      /\b(?:change|lower|raise|set|drop)\b.*\bprice\b.*\b(?:coupang|shop|store)\b|쿠팡.*가격.*(?:바꿔|내려|올려|수정)/i,
    answer: 'No operation changes a product of the shop, its price or its text.',
  },
  {
    asked: /\bupload\b.*\b(?:to|on) youtube\b|유튜브에.*(?:업로드|올려)/i,
    answer: 'No operation uploads a video.',
  },
  {
    asked: /^(?:please )?(?:un)?follow @?\w|(?:언)?팔로우 ?(?:해|하)/i,
    answer: 'No operation follows an account.',
  },
  {
    asked: /쿠팡에서.*(?:주문해|사 ?줘|시켜 ?줘)|^(?:please )?(?:order|buy)\b.*\bcoupang\b/i,
    answer: 'No operation buys anything: the orders of the connected customer are only read.',
  },
  {
    asked:
      /\b(?:create|make|add|set up)\b (?:(?:a|an|me|new|notion|another) )*(?:table|database)\b|(?:표|데이터베이스)(?:를|을)? ?(?:하나 ?)?(?:새로 ?)?만들어/i,
    answer: 'No operation makes a table: workspace_create_page makes pages and rows.',
  },
  {
    asked:
      /\b(?:tell|notify|alert|ping|remind) me (?:when|as soon as|if|every)|(?:하면|되면|들어오면|오면|생기면).*알려/i,
    isAlsoAsked: true,
    answer:
      'No tool waits for something to happen: the owner sets up a notification in the app, or a program receives events (/docs/guide/events).',
  },
]

/**
 * What to say to a task that no operation can do. Undefined when none of them is recognized. Whoever asks a question wants to
 * know the state of something, which an operation may read.
 */
export function findImpossible(task: string): string | undefined {
  const asked = task.replaceAll(/"[^"]*"|“[^”]*”/g, ' ')
  const isQuestion = getIntent(asked) === 'question'
  return IMPOSSIBLE.find((one) => (one.isAlsoAsked || !isQuestion) && one.asked.test(asked))?.answer
}
