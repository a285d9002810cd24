import { afterEach, expect, test, vi } from 'vitest'
import { platform } from '../../../src/base/platform.ts'
import { pace, takeStart } from '../../../src/groups/shop/pace.ts'
import { createWorld } from '../../support/world.ts'

afterEach(() => vi.restoreAllMocks())

const starts = async (count: number, perSecond: number, tookMs: number): Promise<number[]> => {
  const { clock } = createWorld()
  const began = clock.now()
  const turn = pace(platform, perSecond)
  const started: number[] = []
  for (let call = 0; call < count; call++) {
    await turn()
    started.push(clock.now() - began)
    clock.advance(tookMs)
  }
  return started
}

test('calls with an immediate response start in bursts of a second', async () => {
  expect(await starts(7, 3, 0)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000])
})

test('slower ones wait for the rest of the second', async () => {
  expect(await starts(6, 3, 200)).toEqual([0, 200, 400, 1000, 1200, 1400])
})

test('the wait is counted from a start: six lists of 60 ms, five a second, take 1.06 s', async () => {
  expect(await starts(6, 5, 60)).toEqual([0, 60, 120, 180, 240, 1000])
})

test('slow ones do not wait', async () => {
  expect(await starts(5, 3, 400)).toEqual([0, 400, 800, 1200, 1600])
})

const planned = (count: number, tookMs: number, isLimited?: boolean, starts: number[] = []) => {
  const pace = { starts, isLimited }
  let now = 0
  return Array.from({ length: count }, () => {
    const start = takeStart(pace, now)
    now = start + tookMs
    return start
  })
}

test('a burst of ten calls is free, then five a second', () => {
  expect(planned(17, 0)).toEqual([...Array(10).fill(0), ...Array(5).fill(1000), 2000, 2000])
  expect(planned(6, 60)).toEqual([0, 60, 120, 180, 240, 300])
  expect(planned(12, 50).slice(8)).toEqual([400, 450, 1250, 1300])
})

test('an account that has met a 429 has five from the start', () => {
  expect(planned(7, 60, true)).toEqual([0, 60, 120, 180, 240, 1000, 1060])
})

test('a quiet second gives the burst back, and a shorter pause does not', () => {
  const before = Array(10).fill(-1000)
  expect(planned(11, 0, false, before).slice(8)).toEqual([0, 0, 1000])
  expect(planned(2, 0, false, Array(10).fill(-999))).toEqual([1, 1])
})
