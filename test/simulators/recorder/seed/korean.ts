import type { Recording } from '../recording.ts'
import { dialogue, note, outline, readyRecording, recording, transcript } from '../recording.ts'
import { MINUTE, PIN, picture, seoul, TAGS } from './things.ts'

const language = 'ko'

export const korean = (): Recording[] => [weekly(), customer(), lecture(), interview(), ...halfway(), ...others()]

function weekly(): Recording {
  const speech = dialogue(`
    민아: 자, 주간 제품 회의를 시작하겠습니다. 지난주 할 일부터 볼까요?
    준호: 네, 검색 속도 개선은 배포했고요, 음, 응답 시간이 절반으로 줄었습니다.
    서연: 고객 문의도 그만큼 줄었어요. 어제는 세 건뿐이었습니다.
    민아: 좋습니다. 다음 주에는 알림 설정을 마무리합시다.
    준호: 금요일까지 초안을 올리겠습니다.`)
  const poster = picture('summary_poster/ab12.png')
  return recording({
    filename: '주간 제품 회의',
    start_time: seoul('2026-11-20 10:00'),
    duration: 32 * MINUTE,
    language,
    keywords: ['검색', '알림', '배포'],
    filetag_id_list: [TAGS.meetings.id],
    transcript: transcript(speech),
    polish: transcript(speech.map((each) => ({ ...each, content: each.content.replace('음, ', '') }))),
    outline: outline([
      { start_time: 0, end_time: 12_000, topic: '지난주 점검' },
      { start_time: 12_000, end_time: 32 * MINUTE, topic: '다음 주 계획' },
    ]),
    notes: [
      note(
        `# 주간 제품 회의\n\n![포스터](${poster})\n\n- 검색 응답 시간이 절반으로 줄었다\n- 알림 설정은 금요일까지 초안`,
        {
          title: '주간 제품 회의',
          tab_name: '요약',
          template: { template_id: 'MEETING', template_type: 'system', template_name: '회의' },
          summ_type: 'MEETING',
        },
      ),
      note('## 할 일\n\n- [ ] 준호: 알림 설정 초안\n- [ ] 서연: 고객 문의 정리', {
        data_type: 'sum_multi_note',
        title: '할 일 목록',
        tab_name: '할 일',
        summ_type: 'MEETING-ARRANGEMENT',
        template: { template_id: 'tpl_todo', template_type: 'custom', template_name: '할 일 목록' },
        placement: 'linked',
      }),
    ],
    images: [poster],
  })
}

const customer = (): Recording =>
  readyRecording({
    filename: '고객 인터뷰 - 하나마트',
    start_time: seoul('2026-11-19 14:30'),
    duration: 48 * MINUTE,
    language,
    serial_number: PIN,
    filetag_id_list: [TAGS.interviews.id],
    speech: dialogue(`
      서연: 매장에서 녹음기를 언제 가장 많이 쓰시나요?
      점장: 아침 조회 때요. 적을 손이 없거든요.
      서연: 요약은 누가 읽습니까?
      점장: 오후 근무자가 읽고 바로 진열을 바꿉니다.`),
    notes: [
      note('# 하나마트 점장 인터뷰\n\n아침 조회를 녹음하고 오후 근무자가 요약을 읽는다.', {
        form: 'markdown',
        placement: 'linked',
      }),
    ],
  })

const lecture = (): Recording =>
  readyRecording({
    filename: '한국사 특강 3강',
    start_time: seoul('2026-11-17 19:00'),
    duration: 95 * MINUTE,
    language,
    filetag_id_list: [TAGS.lectures.id],
    speech: dialogue('강사: 오늘은 훈민정음이 만들어진 과정을 살펴보겠습니다.\n강사: 먼저 집현전의 기록을 보시죠.'),
    notes: [note('# 훈민정음\n\n1. 집현전의 기록\n2. 반포까지의 논쟁', { form: 'header and form' })],
  })

function interview(): Recording {
  const speech = dialogue(
    '면접관: 가장 어려웠던 장애를 말씀해 주세요.\n지원자: 시계가 어긋난 서버를 찾는 데 이틀이 걸렸습니다.',
  )
  return readyRecording({
    filename: '백엔드 채용 면접',
    start_time: seoul('2026-11-16 11:00'),
    duration: 41 * MINUTE,
    language,
    edit_from: 'ios',
    filetag_id_list: [TAGS.interviews.id],
    transcript: transcript(speech, { form: 'segments' }),
    speech,
  })
}

/** Transcribed only, working, and a summary that failed. */
const halfway = (): Recording[] => [
  recording({
    filename: '세종시 출장 정리',
    start_time: seoul('2026-11-18 17:40'),
    language,
    serial_number: PIN,
    transcript: transcript(
      dialogue('민아: 오전에는 시청, 오후에는 도서관을 방문했다.\n민아: 영수증은 가방 앞주머니에 있다.'),
    ),
  }),
  recording({
    filename: '분기 예산 검토',
    start_time: seoul('2026-11-21 16:00'),
    duration: 58 * MINUTE,
    language,
    filetag_id_list: [TAGS.meetings.id],
    speech: dialogue('민아: 홍보비가 계획보다 삼백만 원 적습니다.\n준호: 그럼 장비 교체에 돌리죠.'),
    transcript: transcript([], { task_status: 0 }),
    notes: [note('', { task_status: 0 })],
  }),
  recording({
    filename: '병원 상담',
    start_time: seoul('2026-11-12 09:20'),
    language,
    transcript: transcript(
      dialogue('의사: 약은 하루 두 번 드시고요.\n민아: 식사 전인가요, 후인가요?\n의사: 식사 후 삼십 분입니다.'),
    ),
    notes: [note('', { task_status: 2 })],
  }),
]

const others = (): Recording[] => [
  recording({
    filename: '아침 메모',
    speech: dialogue('민아: 오늘 할 일, 우체국 먼저.'),
    start_time: seoul('2026-11-21 07:50'),
    language,
    serial_number: PIN,
    edit_from: 'android',
  }),
  recording({
    filename: '할머니 이야기',
    start_time: seoul('2026-10-04 15:00'),
    language,
    filetag_id_list: [TAGS.family.id],
    transcript: transcript(dialogue('할머니: 그때는 전기가 없어서 달빛에 길쌈을 했지.\n민아: 무섭지 않으셨어요?')),
  }),
  readyRecording({
    filename: '점심 통화 녹음',
    start_time: seoul('2026-11-05 12:30'),
    language,
    is_trash: true,
    speech: dialogue('준호: 점심은 칼국수 어때?\n민아: 좋아, 열두 시 반에 보자.'),
  }),
]
