import { describe, expect, it } from 'vitest'
import { leakFinder } from '../../../scripts/record/leaks.ts'
import { redactedBody, redactedPath } from '../../../scripts/record/redact.ts'
import { Shapes } from '../../../scripts/record/shape.ts'

const shapes = new Shapes('salt')
const redact = (value: unknown) => JSON.parse(redactedBody(JSON.stringify(value), shapes))

describe('a redacted response', () => {
  it.each([
    ['a name', { name: 'Ada Lovelace' }, /^[A-Z][a-z]{2} [A-Z][a-z]{7}$/],
    ['a Korean name', { name: '김민아' }, /^[가-힣]{3}$/],
    ['an e-mail address', { email: 'ada@example.com' }, /^[a-z]{3}@[a-z]{7}\.[a-z]{3}$/],
    ['a phone number', { phone: '010-1234-5678' }, /^\d{3}-\d{4}-\d{4}$/],
    ['a post code', { postCode: '03993' }, /^\d{5}$/],
    ['a token in a field of the product', { auth_code: 'a1b2c3d4e5f6a7b8c9d0e1f2' }, /^[0-9a-f]{24}$/],
    [
      'a signed link',
      { url: 'https://cdn.example/a/9f8e?sig=AbC123' },
      /^https:\/\/cdn\.example\/a\/[0-9a-z]{4}\?sig=\w{6}$/,
    ],
  ])('replaces %s by one of its shape', (_, value, shape) => {
    const [field = '', original] = Object.entries(value)[0] ?? []
    expect(redact(value)[field]).toMatch(shape)
    expect(redact(value)[field]).not.toBe(original)
  })

  it.each([
    ['a state', { appr_state: 'F' }],
    ['a type', { type: 'multi_select' }],
    ['times', { at: '2026-11-21T09:00:00+09:00', ms: 1_795_138_920_123, day: '20261121' }],
    ['a duration', { duration: 'PT12M34S' }],
    ['amounts, shares and flags', { price: 150_000, share: 0.123456789012, paid: true, none: null, count: '3' }],
  ])('does not change %s', (_, value) => expect(redact(value)).toEqual(value))

  it('replaces a number that may be a phone number or an account, with the same number of digits', () => {
    expect(redactedBody('{"number":8210123456789,"orderId":62505275128885336912}', shapes)).toMatch(
      /^\{"number":(?!8210123456789)[1-9]\d{12},"orderId":(?!62505275128885336912)[1-9]\d{19}\}$/,
    )
  })

  it('replaces what a person named: keys of properties, and keys that are ids', () => {
    const [name] = Object.keys(redact({ properties: { Salary: { type: 'number' } } }).properties)
    expect(name).toMatch(/^(?!Salary)[A-Z][a-z]{5}$/)
    expect(Object.keys(redact({ 'permanent/31401bd46bc6a0b1/poster.png': 'x' }))[0]).not.toContain('31401bd46bc6a0b1')
  })

  it('replaces a text by the same one everywhere', () => {
    const id = '31401bd46bc6a0b170be6953155ddfc0'
    const { id: other, text } = redact({ id, text: `see ${id}, page 2` })
    expect(other).not.toBe(id)
    expect(text).toContain(other)
    expect(redactedPath(`/file/detail/${id}`, shapes)).toBe(`/file/detail/${other}`)
  })

  it('recognizes an id of only letters in a path, and does not change the words of the path', () => {
    const { id } = redact({ id: 'abcdefghijk' })
    expect(redactedPath('/videos/abcdefghijk/captions', shapes)).toBe(`/videos/${id}/captions`)
  })

  it('does not change the tags and times of markup, and replaces all words', () => {
    expect(redactedBody('<text start="0.5">Secret plan &amp; so on</text>', shapes)).toMatch(
      /^<text start="0\.5">(?!Secret)[A-Z][a-z]{5} [a-z]{4} &amp; [a-z]{2} [a-z]{2}<\/text>$/,
    )
    expect(redactedBody('1\n00:00:01,000 --> 00:00:02,500\nSecret plan', shapes)).toMatch(
      /^1\n00:00:01,000 --> 00:00:02,500\n(?!Secret)[A-Z][a-z]{5} [a-z]{4}$/,
    )
  })
})

describe('the search for leaks', () => {
  const originals = ['{"email":"ada@example.com","phone":"010-1234-5678","key":"AbCdEf0123456789AbCdEf"}']
  const leaksIn = leakFinder(new Map([['NOTES_TOKEN', 'id-1.secret-of-notes']]), originals, new Set())

  it.each([
    ['a credential', 'id-1.secret-of-notes', 'the credential NOTES_TOKEN'],
    ['a credential in base64', btoa('id-1.secret-of-notes'), 'the credential NOTES_TOKEN'],
    ['an e-mail address', 'to <ada@example.com>', 'an e-mail address of 15 characters'],
    ['an e-mail address in a query', '?to=ada%40example.com', 'an e-mail address of 15 characters'],
    ['a phone number in another form', 'tel 01012345678', 'a long number of 11 characters'],
    ['a token', 'k=AbCdEf0123456789AbCdEf', 'a token of 22 characters'],
  ])('finds %s that is left, and does not repeat it', (_, text, leak) => expect(leaksIn(text)).toContain(leak))

  it('takes no fraction for a long number', () =>
    expect(leakFinder(new Map(), ['0.123456789012'], new Set())('0.123456789012')).toEqual([]))

  it('finds nothing in redacted text', () => {
    expect(originals.flatMap((text) => leaksIn(redactedBody(text, shapes)))).toEqual([])
  })
})
