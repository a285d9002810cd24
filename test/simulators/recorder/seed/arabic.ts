import type { Recording } from '../recording.ts'
import { dialogue, note, readyRecording, recording, transcript } from '../recording.ts'
import { MINUTE, seoul, TAGS } from './things.ts'

const language = 'ar'

export const arabic = (): Recording[] => [
  readyRecording({
    filename: 'اجتماع فريق التسويق',
    start_time: seoul('2026-11-11 15:00'),
    duration: 36 * MINUTE,
    language,
    filetag_id_list: [TAGS.meetings.id],
    speech: dialogue(
      'ليلى: متى نطلق الحملة الجديدة؟\nكريم: في الأول من ديسمبر إن شاء الله.\nليلى: ممتاز، سأجهز الصور.',
    ),
    notes: [note('# الحملة الجديدة\n\n- الإطلاق في الأول من ديسمبر\n- ليلى تجهز الصور')],
  }),
  recording({
    filename: 'مقابلة مع خباز الحي',
    start_time: seoul('2026-11-06 08:00'),
    language,
    filetag_id_list: [TAGS.interviews.id],
    transcript: transcript(dialogue('كريم: متى تبدأ العمل كل يوم؟\nالخباز: في الثالثة صباحا، قبل أن تستيقظ المدينة.')),
  }),
  recording({
    filename: 'ملاحظة صوتية',
    speech: dialogue('ليلى: لا تنسي موعد الطبيب يوم الأحد.'),
    start_time: seoul('2026-11-04 23:10'),
    language,
  }),
]
