import type { Recording } from '../recording.ts'
import { dialogue, note, readyRecording, recording, transcript } from '../recording.ts'
import { MINUTE, seoul, TAGS } from './things.ts'

const language = 'ja'

export const japanese = (): Recording[] => [
  readyRecording({
    filename: '新製品の打ち合わせ',
    start_time: seoul('2026-11-13 13:00'),
    duration: 39 * MINUTE,
    language,
    filetag_id_list: [TAGS.meetings.id],
    transcript: transcript(
      dialogue(
        '田中: 試作品の電池が二時間しか持ちません。\n佐藤: 画面を暗くすれば三時間は大丈夫です。\n田中: では来週もう一度測りましょう。',
      ),
      { placement: 'inline only' },
    ),
    notes: [note('# 新製品\n\n- 電池: 二時間\n- 来週もう一度測る', { placement: 'inline only' })],
  }),
  recording({
    filename: '京都旅行の計画',
    start_time: seoul('2026-11-07 21:00'),
    language,
    filetag_id_list: [TAGS.family.id],
    transcript: transcript(dialogue('美咲: 紅葉は何日ごろが見ごろ?\n健太: 今年は二十五日ごろだって。')),
  }),
  recording({
    filename: '朝の英会話レッスン',
    start_time: seoul('2026-11-21 06:30'),
    language,
    speech: dialogue('先生: 今日の天気を英語で言ってください。\n健太: イッツ・クラウディ。'),
    transcript: transcript([], { task_status: '0' }),
  }),
  recording({
    filename: '取材メモ',
    speech: dialogue('美咲: 駅前の店は午後五時に閉まる。'),
    start_time: seoul('2026-11-03 10:10'),
    language,
    is_trash: true,
  }),
]
