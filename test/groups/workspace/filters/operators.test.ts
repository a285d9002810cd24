import { describe, expect, it } from 'vitest'
import { OPERATORS, operatorAmong } from '../../../../src/groups/workspace/filters/operators.ts'

const among = (type: string, word: string) => operatorAmong(OPERATORS.get(type) ?? [], word)

describe('operator aliases', () => {
  it('are those of each type', () => {
    for (const [type, words, operator] of [
      ['number', '= == eq equals EQ in', 'equals'],
      ['number', '!= <> ne neq does_not_equal not_in', 'does_not_equal'],
      ['number', '> gt greater_than', 'greater_than'],
      ['number', '>= gte ge', 'greater_than_or_equal_to'],
      ['unique_id', '< lt', 'less_than'],
      ['number', '<= lte le', 'less_than_or_equal_to'],
      ['date', '> gt after', 'after'],
      ['date', '>= gte on_or_after on-or-after', 'on_or_after'],
      ['created_time', '< lt before', 'before'],
      ['date', '<= lte on_or_before', 'on_or_before'],
      ['date', 'this_week This-Week', 'this_week'],
      ['title', 'contains like in', 'contains'],
      ['title', 'not_contains does_not_contain', 'does_not_contain'],
      ['url', 'starts_with', 'starts_with'],
      ['email', 'ends_with', 'ends_with'],
      ['select', '= in', 'equals'],
      ['multi_select', '= equals contains in', 'contains'],
      ['people', '!= does_not_equal not_in', 'does_not_contain'],
      ['relation', 'eq', 'contains'],
      ['files', 'is_empty', 'is_empty'],
      ['verification', '!=', 'does_not_equal'],
    ] as const) {
      for (const word of words.split(' '))
        expect.soft([word, among(type, word)], String(type)).toEqual([word, operator])
    }
  })

  it('reads blanks as underscores', () => {
    expect(among('number', ' Greater than or equal to ')).toBe('greater_than_or_equal_to')
  })

  it('has none for another', () => {
    for (const [type, word] of [
      ['number', 'contains'],
      ['checkbox', 'is_empty'],
      ['select', 'contains'],
      ['select', 'starts_with'],
      ['date', 'does_not_equal'],
      ['date', 'contains'],
      ['number', 'after'],
      ['files', 'equals'],
      ['verification', 'is_empty'],
      ['title', 'matches'],
      ['button', 'equals'],
    ] as const)
      expect.soft(among(type, word), String(type)).toBeUndefined()
  })
})
