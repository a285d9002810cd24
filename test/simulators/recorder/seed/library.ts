import type { Recording } from '../recording.ts'
import type { Device, ShareSide, Tag } from '../state.ts'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import { odd } from './odd.ts'
import { NOTE, PIN, TAGS } from './things.ts'

/** The library of a person in November 2026: several languages, every state of readiness. Built at each call. */
export const seedRecordings = (): Recording[] => [...korean(), ...english(), ...japanese(), ...arabic(), ...odd()]

export const seedTags = (): Tag[] => Object.values(TAGS).map((tag) => ({ ...tag }))

export const seedDevices = (): Device[] => [
  { sn: NOTE, name: 'Mina Note', model: '888', version_number: 131_339 },
  { sn: PIN, name: '출근길 핀', model: '891', version_number: 131_072 },
]

/** Shares, by the name of the recording. */
export const seedShares: [ShareSide, string][] = [
  ['public', '주간 제품 회의'],
  ['private', '주간 제품 회의'],
  ['public', 'Interview with a lighthouse keeper'],
]
