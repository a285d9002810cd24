import { type Platform, sleep } from '../../base/platform.ts'

/** Gives the moment to start a call, so that no more than `perSecond` of them start within any second. */
export function pace(platform: Platform, perSecond: number): () => Promise<void> {
  const started: number[] = []
  return async () => {
    const earlier = started.at(-perSecond)
    const wait = earlier === undefined ? 0 : earlier + 1000 - platform.now()
    if (wait > 0) await sleep(platform, wait)
    started.push(platform.now())
  }
}
