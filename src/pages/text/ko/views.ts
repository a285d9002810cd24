import type { Texts } from '../texts.ts'

export const views: Texts['views'] = {
  overview: '개요',
  keys: 'API 키',
  events: '이벤트',
  usage: '사용량',
  activity: '활동',
}
