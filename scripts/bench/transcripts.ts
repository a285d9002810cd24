import { gzipSync } from 'node:zlib'

const SAID = [
  'Good morning everybody, shall we begin with what was decided last week about the new recorder?',
  '네, 지난주에 정한 일정부터 다시 확인하겠습니다. 첫 번째 안건은 다음 분기의 출시 계획입니다.',
  'The tests on the second device took longer than we thought, and the battery was the reason.',
  '그 문제는 어제 해결했고, 오늘 오후에 새 버전을 배포할 예정이니까 확인해 주세요.',
  'Then I would like to hear what the customers said, and who of us writes to them until Friday.',
]
const SPEAKERS = ['Mina', '준호', 'Speaker 3']

/** A transcript as the recorder's storage sends it: gzip without a Content-Encoding (recorder facts, section 7). */
export function packedTranscript(utterances: number): Buffer {
  const list = Array.from({ length: utterances }, (_, index) => ({
    start_time: index * 2400,
    end_time: index * 2400 + 2300,
    speaker: SPEAKERS[index % SPEAKERS.length],
    original_speaker: `Speaker ${(index % SPEAKERS.length) + 1}`,
    content: `${SAID[index % SAID.length]} (${index})`,
  }))
  return gzipSync(JSON.stringify(list))
}
