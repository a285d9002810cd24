import { expect, it } from 'vitest'
import { registered } from '../contract/subjects.ts'

const operations = registered.map(({ operation }) => operation)

it('the Korean summary is in Korean', () => {
  expect(operations.filter(({ texts }) => !/\p{Script=Hangul}/u.test(texts.ko)).map(({ id }) => id)).toEqual([])
})
