/** What people ask for and no operation does. */
const IMPOSSIBLE: readonly { asked: RegExp; answer: string }[] = [
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
    asked: /\b(?:stock|inventory)\b|재고|품절/i,
    answer: 'No operation reads or changes the stock of a product.',
  },
  {
    asked: /\bcustomer.{0,20}(?:question|inquir)|고객.{0,6}문의|상품.{0,3}문의/i,
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
    asked:
      /\b(?:tell|notify|alert|ping|remind) me (?:when|as soon as|if|every)|(?:하면|되면|들어오면|오면|생기면).*알려/i,
    answer:
      'No tool waits for something to happen: the owner sets up a notification in the app, or a program receives events (/docs/guide/events).',
  },
]

/** What to say to a task that no operation can do. Undefined when none of them is recognized. */
export const findImpossible = (task: string): string | undefined =>
  IMPOSSIBLE.find(({ asked }) => asked.test(task))?.answer
