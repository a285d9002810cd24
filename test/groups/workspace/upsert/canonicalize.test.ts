import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../../src/groups/workspace/upsert-plan.ts'

/** docs/spec/workspace.md, "Upsert": a row is written only where a value differs. */
const date = (value: object | null) => canonicalize('date', { date: value })
const place = (value: object | null) => canonicalize('place', { place: value })

describe('a range of dates', () => {
  it('without an end is that day, however the end is left out', () => {
    expect(date({ start: '2030-05-01' })).toBe(date({ start: '2030-05-01', end: null }))
    expect(date({ start: '2030-05-01' })).toBeDefined()
  })

  it('with an end differs from one without, and from one with another', () => {
    const ends = [null, '2030-05-02', '2030-05-03'].map((end) => date({ start: '2030-05-01', end }))
    expect(new Set(ends).size).toBe(3)
  })

  it('with an unreadable end is not comparable', () => {
    expect(date({ start: '2030-05-01', end: 'soon' })).toBeUndefined()
  })

  it('is none where there is none', () => {
    expect(date(null)).toBe('null')
  })
})

describe('a place', () => {
  const here = { lat: 37.5, lon: 127, name: 'Office', address: 'Seoul' }

  it('is the same, whatever else the product returns about it', () => {
    expect(place({ ...here, aws_place_id: 'x' })).toBe(place(here))
    expect(place({ lat: 37.5, lon: 127 })).toBe(place({ lat: 37.5, lon: 127, name: null, address: null }))
  })

  it.each(['lat', 'lon', 'name', 'address'])('differs by its %s', (field) => {
    expect(place({ ...here, [field]: null })).not.toBe(place(here))
  })

  it('is none where there is none', () => {
    expect(place(null)).toBe('null')
  })
})
