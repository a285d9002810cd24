/** The product behind each group, with search words. */
export const PRODUCTS: Readonly<Record<string, { name: string; words: string }>> = {
  recorder: { name: 'Plaud', words: 'plaud note pin 플라우드 플로드 녹음 녹음기 voice recorder' },
  notes: { name: 'Tiro', words: 'tiro 티로 회의록 회의 노트 meeting notes' },
  workspace: { name: 'Notion', words: 'notion 노션 워크스페이스 데이터베이스' },
  shop: { name: 'Coupang', words: 'coupang wing 쿠팡 윙 쇼핑 주문' },
  payment: { name: 'PaySsam', words: 'payssam 결제선생 페이쌤 결제 청구서' },
  video: { name: 'YouTube', words: 'youtube 유튜브 동영상 영상 자막' },
  social: { name: 'Threads', words: 'threads 스레드 쓰레드 소셜 게시물' },
  events: { name: 'Events', words: 'webhook webhooks trigger 웹훅 이벤트 알림 트리거 구독' },
}
