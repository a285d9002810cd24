import type { Texts } from '../texts.ts'

export const usage: Texts['usage'] = {
  range: '기간',
  days: (count) => `${count}일`,
  split: '나누어 보기',
  splits: { outcome: '결과별', key: '키', group: '계정' },
  ok: '성공',
  refused: '거부',
  failed: '실패',
  others: '기타',
  chart: (total, ok, refused, failed) =>
    `요청 ${total}건: 성공 ${ok}건, 거부 ${refused}건, 실패 ${failed}건. 자세한 수는 아래 표에 있습니다.`,
  point: '거부: 요청이 잘못되었거나 허용되지 않음. 실패: 서비스나 게이트웨이가 응답하지 못함.',
  ofDay: (total, refused, failed) => `요청 ${total}건, 거부 ${refused}건, 실패 ${failed}건`,
  total: '요청',
  day: '날짜',
  byDay: '날짜별 수',
  more: '날짜별',
  failures: '실패한 요청',
  deployment: '배포 API 키',
  nobody: '키 없음',
  until: (time) => `${time}까지 집계했습니다. 마지막 몇 초의 요청은 빠져 있을 수 있습니다.`,
  empty: '이 기간에는 요청이 없습니다. 프로그램이 키를 쓰면 바로 여기에 표시됩니다.',
  captions: { key: '키별 요청 수', group: '계정별 요청 수' },
}
