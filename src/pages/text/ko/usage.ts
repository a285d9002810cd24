import type { Texts } from '../texts.ts'

export const usage: Texts['usage'] = {
  range: '기간',
  days: (count) => `${count}일`,
  ok: '성공',
  refused: '거부 (4xx)',
  failed: '실패 (5xx)',
  chart: (total, ok, refused, failed) =>
    `요청 ${total}건: 성공 ${ok}건, 거부 ${refused}건, 실패 ${failed}건. 자세한 수는 아래 표에 있습니다.`,
  total: '요청',
  day: '날짜',
  key: '키',
  deployment: '배포 API 키',
  nobody: '키 없음',
  group: '그룹',
  until: (time) => `${time}까지 집계했습니다. 마지막 몇 초의 요청은 빠져 있을 수 있습니다.`,
  empty: '이 기간에는 요청이 없습니다.',
  caption: '날짜, 키, 그룹별 요청 수',
}
