import { getIntent } from './intent.ts'

interface Impossible {
  asked: readonly RegExp[]
  /** What makes it something else, which an operation may do. */
  unless?: RegExp
  answer: string
  /** Whoever asks a question about it wants the same. Otherwise an operation may read its state. */
  isAlsoAsked?: true
}

/** What people ask for and no operation does. */
const IMPOSSIBLE: readonly Impossible[] = [
  {
    asked: [
      /\bschedul\w* .*\b(?:post|thread)/i,
      /\b(?:posts?|publish|go(?:es)? (?:live|up|out))\b.*\b(?:later|tomorrow|tonight|at \d|next (?:week|month|\w+day))/i,
      /(?:글|게시|포스팅|스레드|올[려라리릴]).*예약 ?(?:해|걸|을|으로|글|게시|포스팅|발행)|예약 ?(?:해|걸|을|으로|글|게시|포스팅|발행).*(?:글|게시|포스팅|올[려라리릴])/,
      /(?:내일|모레|다음 ?주|이따가?|나중에)(?: (?:아침|오전|점심|오후|저녁|밤))?(?: \S{1,3}시)?(?:에|쯤)? (?:스레드에 )?(?:글 )?(?:올려|게시해|포스팅해|발행해)/,
    ],
    answer: 'No operation schedules a post: social_create_post publishes at once.',
  },
  {
    asked: [
      /\b(?:edit|reword|(?:correct|fix|change) (?:the|a|that|my|this))\b.*\b(?:post|thread)\b/i,
      /(?:올린|쓴) 글.*(?:수정|고쳐|바꿔)|게시[물글].*(?:수정|고쳐)/,
    ],
    unless: /\b(?:and|then) post\b/i,
    answer:
      'No operation edits a post, because the service has none: social_delete_post, then social_create_post with the new text.',
  },
  {
    asked: [
      /\b(?:partial|part of|half)\b.*\brefund|\brefund\b.*\b(?:partial|part|half)/i,
      /\b(?:give|pay|send|return)\b.*\b(?:half|part|some) of\b.*\b(?:money|won|amount|payment|bill|fee|paid)/i,
      /\b(?:refund|pay back|give back|return)\b (?:\w+ ){0,2}[\d,]+ ?(?:won )?(?:out )?(?:of|from) (?:\w+ )?[\d,]+/i,
      /\brefund\b (?:\w+ ){0,2}(?:only|just) [\d,]+/i,
      /(?:부분|일부|절반|반)(?:만|을|를)? ?(?:환불|취소|돌려)|(?:만|천|백|\d) ?원만 ?.{0,4}(?:환불|취소|돌려)/,
    ],
    answer: 'No operation refunds a part of a bill: payment_cancel_bill refunds the whole amount.',
  },
  {
    asked: [
      /\b(?:merge|combine|join|stitch|glue)\b.*\brecording|\b(?:one|a single) recording (?:out of|of|from)\b|\brecordings?\b.*\binto (?:one|a single)\b/i,
      /녹음.*(?:합쳐|합치|병합|이어 ?붙|하나로 ?(?:만들|묶))/,
    ],
    unless: /folder|폴더|summar|요약/i,
    answer: 'No operation merges recordings.',
  },
  {
    asked: [
      /\b(?:rename|name|label)\b.*\bspeaker|\bspeakers?\b.*\b(?:name|call)|\bspeaker (?:\d|one|two|three)\b.*\b(?:is|was|means|should|to|as)\b/i,
      /(?:화자|발화자|말한 사람|스피커|speaker).*(?:이름|바꿔|고쳐|(?:이야|야|예요|이에요|입니다|거든)(?![가-힣]))/i,
    ],
    answer: 'No operation names the speakers of a recording.',
  },
  {
    asked: [/\bshare\b.*\brecording|\brecording\b.*\b(?:share|public link)|녹음.*공유/i],
    answer: 'No operation shares a recording: recorder_get_share only reads whether it is shared.',
  },
  {
    asked: [
      /\blink (?:to|of|for)\b.*\brecording\b.*\b(?:send|forward|pass|give|client|customer|colleague|boss|outside)/i,
      /\b(?:send|forward) (?:\w+ ){0,3}recording\b.{0,20} to (?:a|an|the|my|our) /i,
      /녹음.*(?:고객|손님|거래처|상대|외부|다른 사람)[가-힣]*.*(?:보내|전달|듣게|들을 수)|(?:고객|손님|거래처|상대|외부)[가-힣]* ?(?:보내|전달|들려).*녹음.*(?:링크|주소)/,
    ],
    unless: /\bsummar|\bnotion\b|\bfolder\b|요약|노션|폴더|전사|글로/i,
    isAlsoAsked: true,
    answer: 'No operation shares a recording: recorder_get_share only reads whether it is shared.',
  },
  {
    asked: [/\b(?:reject|refuse|decline|deny|turn down)\b.{0,20}\breturns?\b/i, /반품.{0,10}(?:거절|거부|안 ?받|반려)/],
    unless: /교환|exchange/i,
    answer: 'No operation rejects a return, because the service has none: ask Coupang to check it in WING.',
  },
  {
    asked: [
      /\b(?:change|edit|rename|rewrite|update)\b.*\b(?:name|title|text|description|picture|photo|image)s?\b.*\b(?:coupang|shop|store)\b/i,
      /쿠팡.*(?:상품명|상품 ?이름|상세 ?페이지|상품 ?설명|상품 ?사진|썸네일).*(?:바꿔|고쳐|수정|변경)/,
      /쿠팡에 (?:새 ?|신규 ?)?상품(?:을|를)? ?(?:하나 )?(?:새로 ?)?(?:등록|올려)/,
    ],
    answer:
      'No operation registers a product or changes its name, text or pictures: shop_change_stock and shop_change_sale change stock, price and sale.',
  },
  {
    asked: [/\bupload\b.*\b(?:to|on) youtube\b|유튜브에.*(?:업로드|올려)/i],
    answer: 'No operation uploads a video.',
  },
  {
    asked: [/^(?:please )?(?:un)?follow (?!(?:up|through|along)\b)@?\w|(?:언)?팔로우 ?(?:해|하)/i],
    answer: 'No operation follows an account.',
  },
  {
    asked: [/쿠팡에서.*(?:주문해|사 ?줘|시켜 ?줘)|^(?:please )?(?:order|buy)\b(?!.* by ).*\bcoupang\b/i],
    answer: 'No operation buys anything: the orders of the connected customer are only read.',
  },
  {
    asked: [
      /\b(?:tell|notify|alert|ping|remind|message|text|warn) me (?:when|as soon as|once|every)|\blet me know (?:when|as soon as|once)/i,
      /\b(?:notify|alert|ping|warn) me if|\b(?:be|get) (?:told|notified|alerted) (?:when|as soon as|if|once)/i,
      /(?:하|되|들어오|오|생기|내|팔리|달리|끝나|올라오)면 ?(?:바로 |나한테 |저한테 )*(?:알려|연락|카톡|문자|메시지|알림)/,
    ],
    // "Tell me when the bill was paid."
    unless: /\b(?:was|were|did|has|have|(?:i|we|they) last)\b/i,
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
  const isMeant = ({ asked: said, unless, isAlsoAsked }: Impossible) =>
    (isAlsoAsked || !isQuestion) && !unless?.test(asked) && said.some((one) => one.test(asked))
  return IMPOSSIBLE.find(isMeant)?.answer
}
