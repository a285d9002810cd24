import type { Language } from '../../base/channels.ts'
import type { EventType, OwnerChange, OwnersHand } from '../../base/events.ts'
import type { Product } from '../../base/groups.ts'

/** The parts of an event that its sentence names, as the reader should see them. A part may be missing. */
export interface Facts {
  /** The account, with the one whose it is. */
  account: string
  /** In the owner's time. */
  when: string
  /** When a credential ends. */
  ends: string | undefined
  /** A title or a text, in quotes. */
  title: string | undefined
  author: string | undefined
  /** Won, with separators. */
  amount: string | undefined
  /** The number of an order or a bill. */
  number: string | undefined
  /** Names of properties, in a list. */
  changed: string | undefined
  isCancelled: boolean
  /** How many points are left, with separators, and whether they are those of the shop. */
  points: string | undefined
  isOfShop: boolean
  /** How often an account was rejected within an hour. */
  times: number
  /** Whether somebody with an invite link has connected the account. */
  isByLink: boolean
  /** What does not work without the account. */
  stops: string
  works: string
}

type Sentence = (facts: Facts) => string

/** What a change of the owner's names. */
interface ChangeFacts {
  account: string
  /** The name of a key, in quotes, or a host. */
  target: string
  /** ` (iPhone, Safari, Seoul, with a passkey)` */
  who: string
}

export interface Words {
  locale: string
  /** A product, or one of several accounts of it. */
  named: (product: string, name: string | undefined) => string
  account: (product: string, owner: string | undefined) => string
  products: Readonly<Record<Product, string>>
  /** What stops without the account, and what then works again. Both end a sentence. */
  stops: Readonly<Record<Product, string>>
  works: Readonly<Record<Product, string>>
  /** The first sentence is the subject of an e-mail. */
  sentences: Readonly<Record<Exclude<EventType, 'latchkey.test' | 'owner.changed'>, Sentence>>
  /** What the owner changed. The first sentence is the subject of an e-mail. */
  changes: Readonly<Record<OwnerChange['change'], (facts: ChangeFacts) => string>>
  /** With what somebody acted as the owner. */
  ways: Readonly<Record<OwnersHand['by'], string>>
  /** What to do if it was somebody else. */
  notYou: string
  /** ` (a, b)` without the parts that are missing, or nothing. */
  aside: (...parts: readonly (string | undefined)[]) => string
  test: (service: string) => string
  /** To the reader of an address that somebody else named. The first sentence is the subject. */
  confirm: (service: string) => string
  confirmLabel: string
  testMark: string
  open: string
  reconnect: string
  /** A label among those of other accounts. */
  labelOf: (label: string, product: string) => string
}

/** From this rejection within an hour on, its sentence says that it is not the first. */
const AGAIN = 3

/** `(a, b)` without the parts that are missing, or nothing. */
function aside(...parts: readonly (string | undefined)[]): string {
  const known = parts.filter((part) => part !== undefined)
  return known.length > 0 ? `(${known.join(', ')})` : ''
}
/** `: a`, or nothing. */
const named = (part: string | undefined) => (part === undefined ? '' : `: ${part}`)

const ko: Words = {
  locale: 'ko-KR',
  named: (product, name) => product + aside(name),
  account: (product, owner) => `${owner === undefined ? '' : `${owner}의 `}${product} 계정`,
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
  stops: {
    recorder: '새 녹음을 가져오지 못합니다.',
    notes: '새 회의 노트를 가져오지 못합니다.',
    workspace: '노션을 읽거나 쓰지 못합니다.',
    'shop-seller': '주문과 반품을 확인하지 못합니다.',
    'shop-consumer': '내 주문을 확인하지 못합니다.',
    payment: '청구서를 보내거나 결제를 확인하지 못합니다.',
    video: '영상 정보를 가져오지 못합니다.',
    social: '글을 올리거나 답글을 확인하지 못합니다.',
  },
  works: {
    recorder: '새 녹음을 다시 가져옵니다.',
    notes: '새 회의 노트를 다시 가져옵니다.',
    workspace: '노션을 다시 읽고 쓸 수 있습니다.',
    'shop-seller': '주문과 반품을 다시 확인합니다.',
    'shop-consumer': '내 주문을 다시 확인합니다.',
    payment: '청구서를 다시 보내고 결제를 확인할 수 있습니다.',
    video: '영상 정보를 다시 가져옵니다.',
    social: '다시 글을 올리고 답글을 확인할 수 있습니다.',
  },
  sentences: {
    'recorder.file.ready': ({ title }) => `녹음 정리가 끝났습니다${named(title)}. 전사와 요약을 볼 수 있습니다.`,
    'recorder.file.updated': ({ title }) => `녹음이 수정되었습니다${named(title)}`,
    'notes.note.created': ({ title }) => `새 회의 노트가 있습니다${named(title)}`,
    'notes.note.updated': ({ title }) => `회의 노트가 수정되었습니다${named(title)}`,
    'workspace.page.created': ({ title }) => `노션에 새 페이지가 생겼습니다${named(title)}`,
    'workspace.page.updated': ({ title, changed }) =>
      `노션 페이지가 수정되었습니다${named(title)}${aside(changed && `바뀐 속성: ${changed}`)}`,
    'workspace.page.trashed': ({ title }) => `노션 페이지가 휴지통으로 옮겨졌습니다${named(title)}`,
    'workspace.row.created': ({ title }) => `노션 표에 행이 추가되었습니다${named(title)}`,
    'workspace.row.updated': ({ title, changed }) =>
      `노션 표의 행이 수정되었습니다${named(title)}${aside(changed && `바뀐 속성: ${changed}`)}`,
    'workspace.comment.created': ({ author, title }) =>
      `노션 페이지에 ${author === undefined ? '댓글이 달렸습니다' : `${author} 님이 댓글을 남겼습니다`}${named(title)}`,
    'shop.order.created': ({ title, number, amount }) =>
      `쿠팡에서 주문했습니다${named(title)}${aside(number && `주문 번호 ${number}`, amount && `${amount}원`)}`,
    'shop.ordersheet.created': ({ title, number, amount }) =>
      `쿠팡 윙에 새 주문이 들어왔습니다${named(title)}${aside(number && `주문 번호 ${number}`, amount && `${amount}원`)}`,
    'shop.return.created': ({ isCancelled, title, number }) =>
      `쿠팡 윙에 ${isCancelled ? '주문 취소' : '반품'} 요청이 들어왔습니다${named(title)}${aside(number && `주문 번호 ${number}`)}`,
    'shop.inquiry.created': ({ title }) => `쿠팡 윙에 고객 문의가 들어왔습니다${named(title)}`,
    'payment.bill.paid': ({ amount, title, number }) =>
      `청구서${amount === undefined ? '가' : ` ${amount}원이`} 결제되었습니다${named(title)}${aside(number)}`,
    'payment.bill.cancelled': ({ amount, title, number }) =>
      `청구서${amount === undefined ? '' : ` ${amount}원`} 결제가 취소되었습니다${named(title)}${aside(number)}`,
    'payment.bill.expired': ({ amount, title, number }) =>
      `청구서${amount === undefined ? '가' : ` ${amount}원이`} 결제되지 않은 채 기한이 지났습니다${named(title)}${aside(number)}`,
    'payment.points.low': ({ points, isOfShop }) =>
      `결제선생 ${isOfShop ? '사업장' : '파트너'} 쌤포인트가 ${points === undefined ? '얼마' : `${points}P밖에`} 남지 않았습니다. 포인트가 떨어지면 청구서가 나가지 않습니다.`,
    'social.reply.created': ({ author, title }) =>
      `Threads에 ${author === undefined ? '답글이 달렸습니다' : `${author} 님이 답글을 남겼습니다`}${named(title)}`,
    'account.rejected': ({ account, when, stops, times }) =>
      `${account} 연결이 ${when}부터 ${times < AGAIN ? '' : '다시 '}끊겼습니다${times < AGAIN ? '' : `(한 시간 안에 ${times}번째)`}. 다시 연결할 때까지 ${stops}`,
    'account.unreachable': ({ account, when, stops }) =>
      `${account}이 ${when}부터 응답하지 않습니다. 서비스 쪽 문제이므로 다시 연결할 필요는 없습니다. 복구될 때까지 ${stops}`,
    'account.expiring': ({ account, ends, stops }) =>
      `${account} 로그인이 ${ends === undefined ? '곧' : `${ends}에`} 만료됩니다. 그 뒤에는 다시 연결할 때까지 ${stops}`,
    'account.recovered': ({ account, when, works }) => `${account}이 ${when}부터 다시 정상입니다. ${works}`,
    'account.connected': ({ account, when, isByLink }) =>
      `${account}이 ${when}에 ${isByLink ? '연결 요청 링크로 ' : ''}연결되었습니다.`,
  },
  changes: {
    signed_in: ({ who }) => `처음 보는 기기에서 로그인했습니다${who}.`,
    account_replaced: ({ account, who }) => `${account}의 연결 정보가 다른 것으로 바뀌었습니다${who}.`,
    account_disconnected: ({ account, who }) => `${account} 연결을 해제했습니다${who}.`,
    key_created: ({ target, who }) => `새 API 키를 만들었습니다: ${target}${who}.`,
    subscription_created: ({ target, who }) => `새 알림을 만들었습니다. 보내는 곳: ${target}${who}.`,
    subscription_moved: ({ target, who }) => `알림을 보내는 곳이 바뀌었습니다. 새로 보내는 곳: ${target}${who}.`,
    subscription_disabled: ({ target, who }) => `알림을 껐습니다. 보내던 곳: ${target}${who}.`,
    subscription_deleted: ({ target, who }) => `알림을 삭제했습니다. 보내던 곳: ${target}${who}.`,
  },
  ways: { admin_key: '관리자 키 사용', passkey: '패스키 사용', link: '연결 요청 링크 사용' },
  aside,
  notYou: '본인이 한 일이 아니면 관리자 키를 바꾸세요. 그러면 모든 기기에서 로그아웃됩니다.',
  test: (service) => `${service} 알림이 이곳에 잘 도착했습니다.`,
  confirm: (service) =>
    `${service} 알림을 이 주소로 받을지 확인해 주세요. 받으려면 24시간 안에 아래 링크를 여세요. 열지 않으면 더 보내지 않습니다.`,
  confirmLabel: '알림 받기',
  testMark: '[테스트] ',
  open: '열기',
  reconnect: '다시 연결하기',
  labelOf: (label, product) => `${product} ${label}`,
}

/** The same with a space in front. */
const spaced = (...parts: readonly (string | undefined)[]) => ` ${aside(...parts)}`.trimEnd()

const en: Words = {
  locale: 'en-GB',
  named: (product, name) => product + spaced(name),
  account: (product, owner) => `${product} account${owner === undefined ? '' : ` of ${owner}`}`,
  products: {
    recorder: 'Plaud',
    notes: 'Tiro',
    workspace: 'Notion',
    'shop-seller': 'Coupang WING',
    'shop-consumer': 'Coupang',
    payment: 'PaySsam',
    video: 'YouTube Data API',
    social: 'Threads',
  },
  stops: {
    recorder: 'no new recordings arrive.',
    notes: 'no new meeting notes arrive.',
    workspace: 'Notion can be neither read nor written.',
    'shop-seller': 'orders and returns cannot be read.',
    'shop-consumer': 'your orders cannot be read.',
    payment: 'bills cannot be sent, and payments cannot be read.',
    video: 'the data of videos cannot be read.',
    social: 'nothing can be posted, and replies cannot be read.',
  },
  works: {
    recorder: 'New recordings arrive again.',
    notes: 'New meeting notes arrive again.',
    workspace: 'Notion can be read and written again.',
    'shop-seller': 'Orders and returns can be read again.',
    'shop-consumer': 'Your orders can be read again.',
    payment: 'Bills can be sent and payments can be read again.',
    video: 'The data of videos can be read again.',
    social: 'Posting and reading replies work again.',
  },
  sentences: {
    'recorder.file.ready': ({ title }) =>
      `A recording is ready${named(title)}. Its transcript and summary can be read.`,
    'recorder.file.updated': ({ title }) => `A recording has changed${named(title)}`,
    'notes.note.created': ({ title }) => `There is a new meeting note${named(title)}`,
    'notes.note.updated': ({ title }) => `A meeting note has changed${named(title)}`,
    'workspace.page.created': ({ title }) => `There is a new page in Notion${named(title)}`,
    'workspace.page.updated': ({ title, changed }) =>
      `A page in Notion has changed${named(title)}${spaced(changed && `changed: ${changed}`)}`,
    'workspace.page.trashed': ({ title }) => `A page in Notion was moved to the trash${named(title)}`,
    'workspace.row.created': ({ title }) => `A table in Notion has a new row${named(title)}`,
    'workspace.row.updated': ({ title, changed }) =>
      `A row of a table in Notion has changed${named(title)}${spaced(changed && `changed: ${changed}`)}`,
    'workspace.comment.created': ({ author = 'Somebody', title }) =>
      `${author} commented on a page in Notion${named(title)}`,
    'shop.order.created': ({ title, number, amount }) =>
      `You ordered at Coupang${named(title)}${spaced(number && `order ${number}`, amount && `${amount} won`)}`,
    'shop.ordersheet.created': ({ title, number, amount }) =>
      `A new order came in at Coupang WING${named(title)}${spaced(number && `order ${number}`, amount && `${amount} won`)}`,
    'shop.return.created': ({ isCancelled, title, number }) =>
      `A customer ${isCancelled ? 'cancelled an order' : 'asked for a return'} at Coupang WING${named(title)}${spaced(number && `order ${number}`)}`,
    'shop.inquiry.created': ({ title }) => `A customer asked a question at Coupang WING${named(title)}`,
    'payment.bill.paid': ({ amount, title, number }) =>
      `A bill${amount === undefined ? '' : ` of ${amount} won`} was paid${named(title)}${spaced(number)}`,
    'payment.bill.cancelled': ({ amount, title, number }) =>
      `The payment of a bill${amount === undefined ? '' : ` of ${amount} won`} was cancelled${named(title)}${spaced(number)}`,
    'payment.bill.expired': ({ amount, title, number }) =>
      `A bill${amount === undefined ? '' : ` of ${amount} won`} was not paid by its last day${named(title)}${spaced(number)}`,
    'payment.points.low': ({ points, isOfShop }) =>
      `PaySsam has only ${points ?? 'few'} points left, of the ${isOfShop ? 'shop' : 'partner'}. Without points no bill goes out as a message.`,
    'social.reply.created': ({ author = 'Somebody', title }) => `${author} replied on Threads${named(title)}`,
    'account.rejected': ({ account, when, stops, times }) =>
      `The ${account} has been disconnected ${times < AGAIN ? '' : 'again '}since ${when}${times < AGAIN ? '' : ` (${times} times within an hour)`}. Until you reconnect it, ${stops}`,
    'account.unreachable': ({ account, when, stops }) =>
      `The ${account} has not responded since ${when}. The problem is at the service, so you need not reconnect it. Until it works again, ${stops}`,
    'account.expiring': ({ account, ends, stops }) =>
      `The sign-in of the ${account} expires ${ends === undefined ? 'soon' : `on ${ends}`}. After that, until you reconnect it, ${stops}`,
    'account.recovered': ({ account, when, works }) => `The ${account} works again since ${when}. ${works}`,
    'account.connected': ({ account, when, isByLink }) =>
      `The ${account} was connected on ${when}${isByLink ? ' with an invite link' : ''}.`,
  },
  changes: {
    signed_in: ({ who }) => `Somebody signed in on a device that was not seen before${who}.`,
    account_replaced: ({ account, who }) => `The ${account} was connected with another credential${who}.`,
    account_disconnected: ({ account, who }) => `The ${account} was disconnected${who}.`,
    key_created: ({ target, who }) => `An API key was made: ${target}${who}.`,
    subscription_created: ({ target, who }) => `A new notification goes to ${target}${who}.`,
    subscription_moved: ({ target, who }) => `A notification now goes to another address, at ${target}${who}.`,
    subscription_disabled: ({ target, who }) => `A notification to ${target} was switched off${who}.`,
    subscription_deleted: ({ target, who }) => `A notification to ${target} was deleted${who}.`,
  },
  ways: { admin_key: 'with the admin key', passkey: 'with a passkey', link: 'with a link for customers' },
  aside: spaced,
  notYou: 'If it was not you, set a new admin key: that signs out every device.',
  test: (service) => `Notifications of ${service} arrive here.`,
  confirm: (service) =>
    `Please confirm that you want notifications of ${service} at this address. Open the link within 24 hours. Otherwise nothing more is sent to you.`,
  confirmLabel: 'Get notifications',
  testMark: '[Test] ',
  open: 'Open',
  reconnect: 'Reconnect',
  labelOf: (label, product) => `${label} ${product}`,
}

/** What people read in messages, by their language. */
export const WORDS: Readonly<Record<Language, Words>> = { en, ko }
