import type { Operation, Schema } from './document.ts'

/** The product behind each group, with search words. */
export const PRODUCTS: Readonly<Record<string, { name: string; words: string }>> = {
  recorder: {
    name: 'Plaud',
    words: 'plaud note pin 플라우드 플로드 녹음 녹음파일 녹음기 녹취 음성 voice recorder audio',
  },
  notes: { name: 'Tiro', words: 'tiro 티로 회의록 회의 노트 meeting notes' },
  workspace: { name: 'Notion', words: 'notion 노션 워크스페이스 데이터베이스' },
  shop: { name: 'Coupang', words: 'coupang wing 쿠팡 윙 쇼핑 주문' },
  payment: { name: 'PaySsam', words: 'payssam 결제선생 페이쌤 결제 청구서 kakao kakaotalk 카카오톡 카톡 알림톡 미납' },
  video: { name: 'YouTube', words: 'youtube 유튜브 동영상 영상 자막' },
  social: { name: 'Threads', words: 'threads 스레드 쓰레드 소셜 게시물' },
  events: {
    name: 'Events',
    words: 'webhook webhooks trigger slack discord 웹훅 이벤트 알림 트리거 구독 슬랙 디스코드',
  },
}

/** Search words of the guides that no title contains. */
export const GUIDE_WORDS: Readonly<Record<string, string>> = {
  connect: 'make n8n zapier claude chatgpt mcp slack 슬랙 자동화',
  authentication: '401 unauthorized 인증 api key',
  paging: 'pagination 페이지네이션 페이징 다음 페이지',
  limits: '429 rate limit 호출 제한 요청 제한',
  browser: 'cors 브라우저 오리진',
  events: 'webhook 웹훅 알림 구독 slack 슬랙 kakao 카톡 카카오톡',
  retries: 'retry idempotency 재시도 중복 방지 다시 시도',
  plaud: 'recorder transcript recording 플라우드 플로드 녹음 전사 요약',
  tiro: 'notes meeting minutes 티로 회의록 회의 노트',
  notion: 'workspace database row 노션 데이터베이스 표 행',
  coupang: 'shop wing order sales invoice 쿠팡 윙 주문 매출 송장 반품',
  payssam: 'payment bill invoice kakao kakaotalk 결제 청구서 미납 카톡 카카오톡 알림톡 환불 refund',
  youtube: 'video caption subtitle transcript 유튜브 동영상 영상 자막',
  threads: 'social post reply 스레드 쓰레드 게시물 답글',
  agents: 'mcp claude chatgpt 에이전트 ai 도구',
  app: 'admin management 관리 앱 대시보드 사용법',
  relay: '중계 프록시 proxy 고정 ip 고정ip 아이피 static ip',
}

/** The searchable text of an operation. */
export interface Entry {
  id: string
  /** Names of the operation and its product, in lower case. */
  names: string
  /** The descriptions of the operation and its fields, as they are shown. */
  texts: readonly string[]
}

export function toEntry(operation: Operation): Entry {
  const {
    id,
    group,
    method,
    path,
    summary,
    korean = '',
    searchWords,
    description,
    parameters,
    body,
    success,
  } = operation
  const names = [id, id.replaceAll('_', ' '), group, method, path, summary, korean, PRODUCTS[group]?.words, searchWords]
  return {
    id,
    names: names.join(' ').toLowerCase(),
    texts: [
      description,
      ...parameters.map(({ name, description, schema }) =>
        formatField(name, { ...schema, description: description ?? '' }),
      ),
      ...getSearchableTexts(body?.schema),
      ...getSearchableTexts(success.schema),
    ],
  }
}

/** A field with its description and allowed values. */
const formatField = (name: string, { description = '', enum: values = [] }: Schema) =>
  [name, description, values.join(' ')].filter(Boolean).join(': ')

function getSearchableTexts(schema: Schema | undefined): string[] {
  if (!schema) return []
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      formatField(name, field),
      ...getSearchableTexts(field),
    ]),
    ...[schema.items, ...(schema.anyOf ?? [])].flatMap(getSearchableTexts),
    ...(typeof schema.additionalProperties === 'object' ? getSearchableTexts(schema.additionalProperties) : []),
  ]
}

/** The found operations, by id: an excerpt of the matching text, or undefined when the names match. */
export type Found = ReadonlyMap<string, string | undefined>

/** The characters shown before and after a match. */
const AROUND = 60

/** The operations that contain every word of the query, by id. Undefined for an empty query. */
export function find(entries: readonly Entry[], query: string): Found | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const found = new Map<string, string | undefined>()
  for (const { id, names, texts } of entries) {
    const missing = words.filter((word) => !names.includes(word))
    const places = missing.map((word) => texts.find((text) => text.toLowerCase().includes(word)))
    if (places.every((place) => place !== undefined)) found.set(id, places[0] && excerpt(places[0], missing[0] ?? ''))
  }
  return found
}

function excerpt(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  const from = Math.max(0, at - AROUND)
  const to = Math.min(text.length, at + word.length + AROUND)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}
