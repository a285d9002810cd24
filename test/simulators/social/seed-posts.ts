/**
 * Thirty posts of a small bookshop in Seoul, oldest first. Times are UTC. `of` counts views, likes, reposts, quotes,
 * shares.
 */
export interface SeedPost {
  at: string
  text?: string
  image?: string
  video?: string
  /** The images of a carousel. */
  items?: string[]
  alt?: string
  link?: string
  topic?: string
  poll?: readonly [string, string]
  /** The number of the quoted post in this list, from 1. */
  quotes?: number
  /** Shows a post of somebody else. */
  repost?: true
  of: [views: number, likes: number, reposts: number, quotes: number, shares: number]
}

export const SEED_POSTS: SeedPost[] = [
  { at: '2026-10-01T00:30', text: '10월의 첫날, 서점 문을 열었습니다.', of: [412, 31, 2, 0, 1] },
  {
    at: '2026-10-02T09:05',
    text: 'New on the shelf: short stories for short commutes.',
    topic: 'books',
    of: [230, 12, 1, 0, 0],
  },
  {
    at: '2026-10-04T02:00',
    text: '창가 자리에 볕이 잘 듭니다 ☀️',
    image: 'window.jpg',
    alt: '볕이 드는 창가의 나무 책상',
    of: [981, 88, 6, 1, 9],
  },
  {
    at: '2026-10-05T11:40',
    text: '이번 주 금요일 저녁, 낭독회를 엽니다. 자리는 열두 석입니다.',
    of: [540, 44, 8, 0, 12],
  },
  { at: '2026-10-06T23:55', text: 'What do you read on a rainy Monday?', of: [302, 19, 0, 0, 0] },
  { at: '2026-10-08T03:20', text: '낭독회에서 읽을 시집을 고르는 중.', image: 'poems.png', of: [377, 29, 1, 0, 2] },
  {
    at: '2026-10-09T06:00',
    text: '한글날입니다. 오늘은 우리말 사전을 진열대 맨 앞에 두었어요.',
    topic: '한글날',
    of: [1540, 203, 21, 4, 30],
  },
  { at: '2026-10-10T13:15', text: 'Twelve chairs, fourteen people. Thank you for standing.', of: [655, 71, 3, 0, 4] },
  { at: '2026-10-12T01:10', text: '월요일은 쉽니다. 화요일 오전 열 시에 만나요.', of: [198, 9, 0, 0, 0] },
  {
    at: '2026-10-13T08:45',
    text: 'The new opening hours are on our page.',
    link: 'https://books.example/hours',
    of: [260, 8, 0, 0, 3],
  },
  {
    at: '2026-10-15T10:30',
    text: '책 수선하는 법을 짧은 영상으로 담았습니다.',
    video: 'mending.mp4',
    alt: '실로 책등을 꿰매는 손',
    of: [2210, 310, 40, 6, 71],
  },
  {
    at: '2026-10-16T04:00',
    text: '수선 영상에 질문이 많아 글로 정리했습니다.',
    link: 'https://books.example/mending',
    of: [730, 52, 5, 0, 18],
  },
  {
    at: '2026-10-18T07:25',
    text: 'Sunday sort: three shelves, one cat.',
    items: ['shelf-1.jpg', 'shelf-2.jpg', 'cat.jpg'],
    of: [1830, 260, 14, 2, 25],
  },
  {
    at: '2026-10-20T12:00',
    text: '고양이 이름은 「쪽」입니다. 한 쪽, 두 쪽 할 때의 쪽.',
    quotes: 13,
    of: [1204, 190, 11, 1, 13],
  },
  { at: '2026-10-21T09:30', repost: true, of: [0, 0, 0, 0, 0] },
  {
    at: '2026-10-23T02:50',
    text: '독립출판 작가 세 분의 책이 들어왔습니다. 모두 스무 권뿐이에요.',
    of: [610, 57, 6, 0, 8],
  },
  {
    at: '2026-10-25T05:05',
    text: 'We wrap gifts in old maps. Ask at the counter 🗺️',
    image: 'maps.jpg',
    of: [890, 102, 7, 0, 15],
  },
  { at: '2026-10-27T11:11', text: '가을비 오는 날, 따뜻한 보리차를 내어 드립니다.', of: [333, 41, 1, 0, 0] },
  {
    at: '2026-10-29T08:00',
    text: 'Reading list for November: mountains, letters, soup.',
    topic: 'reading',
    of: [475, 36, 4, 0, 6],
  },
  { at: '2026-10-31T14:20', text: '시월의 마지막 밤. 오늘 팔린 마지막 책은 여행기였습니다.', of: [702, 93, 5, 1, 4] },
  {
    at: '2026-11-01T01:00',
    text: '11월 모임 신청을 받습니다. 아래 링크에서 신청하세요.',
    link: 'https://books.example/november',
    of: [820, 40, 9, 0, 20],
  },
  {
    at: '2026-11-03T10:10',
    text: 'A visitor left this note between the pages. Whose is it?',
    image: 'note.jpg',
    alt: 'A folded note with a pressed leaf',
    of: [3120, 512, 66, 9, 88],
  },
  {
    at: '2026-11-04T10:45',
    text: '쪽지의 주인을 찾았습니다! 이십 년 전 이 동네에 사셨대요.',
    quotes: 22,
    of: [2890, 604, 52, 7, 61],
  },
  {
    at: '2026-11-06T03:30',
    text: '종이책과 전자책, 여러분은 어느 쪽인가요?',
    poll: ['종이책', '전자책'],
    of: [950, 65, 2, 0, 1],
  },
  {
    at: '2026-11-08T06:40',
    text: 'Ten minutes of page turning, no talking.',
    video: 'pages.mov',
    of: [1470, 151, 12, 1, 22],
  },
  {
    at: '2026-11-10T09:00',
    text: '겨울 진열을 준비합니다. 사진은 연습입니다.',
    items: ['winter-1.png', 'winter-2.png'],
    of: [640, 70, 3, 0, 5],
  },
  {
    at: '2026-11-12T02:15',
    text: '수능 보는 학생들 모두 힘내세요. 오늘은 조용히 문을 엽니다 🍀',
    of: [1980, 402, 30, 2, 17],
  },
  {
    at: '2026-11-15T08:20',
    text: 'Half of our shelves are second-hand. The other half will be.',
    of: [720, 98, 10, 3, 9],
  },
  {
    at: '2026-11-18T11:50',
    text: '첫눈이 온다는 소식에 난로를 꺼냈습니다.',
    image: 'stove.jpg',
    of: [1105, 174, 8, 0, 11],
  },
  {
    at: '2026-11-20T09:30',
    text: '내일 토요일은 저녁 아홉 시까지 엽니다. Open late tomorrow!',
    of: [288, 33, 4, 0, 2],
  },
]

/** Replies, each to a post of the list above (`to`, from 1) or to an earlier reply (`under`, from 1). */
interface SeedReply {
  at: string
  by: string
  text: string
  to?: number
  under?: number
  hidden?: true
}

export const OWNER = 'chaekbang.seoul'

export const SEED_REPLIES: SeedReply[] = [
  { at: '2026-10-05T12:02', by: 'minji.reads', text: '한 자리 부탁드려요!', to: 4 },
  { at: '2026-10-05T12:30', by: OWNER, text: '네, 이름 적어 두었습니다.', under: 1 },
  { at: '2026-10-05T12:41', by: 'minji.reads', text: '감사합니다 🙏', under: 2 },
  { at: '2026-10-07T00:12', by: 'walkingtom', text: 'Anything with a lighthouse in it.', to: 5 },
  { at: '2026-10-15T11:00', by: 'paper.crane', text: 'Which thread do you use?', to: 11 },
  { at: '2026-10-15T11:20', by: 'haru_diary', text: '실은 어디서 구하셨나요?', to: 11 },
  { at: '2026-10-15T11:45', by: OWNER, text: 'Waxed linen, from the market two streets away.', under: 5 },
  { at: '2026-10-15T12:10', by: 'cheap.likes', text: '팔로워 늘려 드립니다', to: 11, hidden: true },
  { at: '2026-10-18T08:00', by: 'walkingtom', text: 'More cat, please.', to: 13 },
  { at: '2026-11-03T10:40', by: 'sora.kim', text: '혹시 은행나무 잎인가요? 제 것일지도 몰라요.', to: 22 },
  { at: '2026-11-03T10:55', by: OWNER, text: '네, 은행잎입니다! 메시지 드릴게요.', under: 10 },
  { at: '2026-11-03T11:30', by: 'paper.crane', text: 'I love everything about this.', to: 22 },
  { at: '2026-11-06T04:00', by: 'haru_diary', text: '무조건 종이책이요.', to: 24 },
  { at: '2026-11-06T04:18', by: 'minji.reads', text: '출퇴근길엔 전자책, 집에선 종이책.', to: 24 },
  { at: '2026-11-20T10:05', by: 'sora.kim', text: '내일 저녁에 들를게요!', to: 30 },
]

/** Posts of others, some of which mention the account, and what the account answered. */
export const OTHERS_POSTS: {
  at: string
  by: string
  text: string
  likes: number
  answered?: [at: string, text: string]
}[] = [
  { at: '2026-10-19T03:00', by: 'walkingtom', text: `Found a lighthouse book at @${OWNER} today.`, likes: 12 },
  {
    at: '2026-11-04T12:00',
    by: 'sora.kim',
    text: `@${OWNER} 쪽지를 찾아 주셔서 고맙습니다.`,
    likes: 340,
    answered: ['2026-11-04T13:10', '저희가 더 고맙습니다. 또 놀러 오세요.'],
  },
  { at: '2026-11-09T05:30', by: 'haru_diary', text: '동네 책방 지도를 그리고 있어요.', likes: 58 },
  { at: '2026-11-13T07:10', by: 'minji.reads', text: `수선 강좌 또 열어 주세요 @${OWNER}`, likes: 21 },
  { at: '2026-11-17T22:45', by: 'paper.crane', text: 'A shelf of maps, and not one of them right.', likes: 77 },
]
