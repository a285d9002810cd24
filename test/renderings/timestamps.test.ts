import { describe, expect, it } from 'vitest'
import { clock, timestamp } from '../../src/renderings/formats.ts'

describe('clock', () => {
  it('milliseconds have one form', () => {
    for (const [milliseconds, expected] of [
      [0, '00:00:00'],
      [999, '00:00:00'],
      [59_999, '00:00:59'],
      [60_000, '00:01:00'],
      [3_599_999, '00:59:59'],
      [3_600_000, '01:00:00'],
      [359_999_000, '99:59:59'],
      [360_000_000, '100:00:00'],
      [4_446_000_000, '1235:00:00'],
    ] as const)
      expect.soft(clock(milliseconds), String(milliseconds)).toBe(expected)
  })
})

describe('timestamp', () => {
  it('pads the milliseconds to three digits after the mark of the format', () => {
    expect(timestamp(3_723_004, ',')).toBe('01:02:03,004')
    expect(timestamp(3_723_040, '.')).toBe('01:02:03.040')
  })

  it('goes beyond 99 hours', () => {
    expect(timestamp(360_000_001, '.')).toBe('100:00:00.001')
  })
})
