import { GLOBAL_ACCOUNT } from '../accounts.ts'
import { hexId } from '../envelope.ts'
import type { Tag } from '../state.ts'

/** Serial numbers of the two devices. */
export const NOTE = '8880000000000001'
export const PIN = '8910000000000002'

const tag = (name: string, icon: string, color: string): Tag => ({ id: hexId(`tag ${name}`), name, icon, color })

export const TAGS = {
  meetings: tag('회의', 'e627', '#4c8eff'),
  interviews: tag('Interviews', 'e62a', '#ff8a4c'),
  lectures: tag('강의', 'e630', '#36b37e'),
  family: tag('Family', 'e641', '#9b59d0'),
}

/** Epoch ms of a time in Seoul, such as `2026-11-20 10:30`. */
export const seoul = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+09:00`)

/** The relative path of a picture, as in notes. */
export const picture = (name: string): string => `permanent/${GLOBAL_ACCOUNT.id}/${name}`

export const MINUTE = 60_000
