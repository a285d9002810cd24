import type { Program, Request } from './program.ts'

type Probe = readonly [path: string, body?: Request['body']]

/** A request that only reads, for the first group that a key opens. */
const PROBES: Readonly<Record<string, Probe>> = {
  recorder: ['/api/v1/recorder/files?limit=3'],
  notes: ['/api/v1/notes/notes?size=3'],
  workspace: ['/api/v2/workspace/users/me'],
  shop: ['/api/v1/shop/carriers'],
  payment: ['/api/v1/payment/bills?limit=3'],
  video: ['/api/v1/video/languages', { video_url: ['https://www.youtube.com/watch?v=jNQXAC9IVRw'] }],
  social: ['/api/v1/social/me'],
  events: ['/api/v1/events/types'],
}

interface Terms {
  name: string
  groups: readonly string[] | null
  licence: string
}

/** The first request of a program with a new key: what it opens, or whether the accounts work. */
export function toSampleProgram({ name, groups, licence }: Terms, key: string, origin: string): Program {
  const group = licence === 'payment' ? 'payment' : groups?.[0]
  const [path, body] = PROBES[group ?? ''] ?? ['/api/v1/doctor']
  const request: Request = {
    name: 'answer',
    method: body ? 'POST' : 'GET',
    url: [origin + path],
    hasKey: true,
    ...(body && { body }),
  }
  return { name, trigger: { kind: 'person' }, requests: [request], key }
}
