import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicMessage } from '../../../src/upstream/failures.ts'
import { getOutgoing } from './product.ts'

/** "The product's named message field only, at most 300 characters, with the request's own credentials masked". */

describe('publicMessage', () => {
  const mask = (text: unknown, ...secrets: string[]) => {
    const upstream = getOutgoing()
    for (const secret of secrets) upstream.redactor.add(secret)
    return publicMessage(upstream, text)
  }

  it('is 300 characters at most', () => {
    expect(mask('x'.repeat(301))).toBe('x'.repeat(300))
  })

  it('of what says nothing is empty', () => {
    for (const message of [undefined, null, 7, { message: 'a' }, ['a']])
      expect.soft(mask(message), JSON.stringify(message)).toBe('')
  })

  it('redacts every occurrence of every credential', () => {
    expect(mask('key test-key, again test-key; secret test-word', 'test-key', 'test-word')).toBe(
      'key ***, again ***; secret ***',
    )
  })

  it('redacts before it cuts, so that no start of a credential is left', () => {
    expect(mask(`${'x'.repeat(295)}test-secret-key`, 'test-secret-key')).toBe(`${'x'.repeat(295)}***`)
  })

  it('redacts a credential that contains another one, whichever was added first', () => {
    expect(mask('vendor A001 with A001-key', 'A001', 'A001-key')).toBe('vendor *** with ***')
    expect(mask('vendor A001 with A001-key', 'A001-key', 'A001')).toBe('vendor *** with ***')
  })

  it('redacts a credential in its URL encoding', () => {
    expect(mask('no access_token=THQV%2Ba%2Fb%3D here', 'THQV+a/b=')).toBe('no access_token=*** here')
  })

  it('does not redact a value of fewer than 4 characters, which occurs in many texts by chance', () => {
    expect(mask('a test of 1,234 won', 'a', '12', '234', '1,234')).toBe('a test of *** won')
  })

  it('does not change the text for an empty credential', () => {
    expect(mask('words', '')).toBe('words')
  })

  it('takes secrets literally', () => {
    expect(mask('a.cd abcd $& $1', 'a.cd')).toBe('*** abcd $& $1')
  })

  it('never lets a credential through, whatever surrounds it', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc-_.'), minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(7), { maxLength: 12 }),
        word,
        (secrets, order, filler) => {
          const text = order.map((at) => secrets[at] ?? filler).join(' ')
          const shown = mask(text, ...secrets)
          for (const secret of secrets) expect(shown).not.toContain(secret)
        },
      ),
    )
  })
})
