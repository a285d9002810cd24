import { expect, it } from 'vitest'
import { toUnicode } from '../../../src/pages/settings/unicode.ts'

it.each([
  '가게.example',
  'xn.가게.한국',
  'bücher.example',
  'пример.испытание',
  'аpple.example',
  '☕.example',
  '日本語-shop.jp',
])('shows the letters of %s, whose address a browser writes in Punycode', (letters) => {
  const { hostname } = new URL(`https://${letters}`)
  expect(hostname).toContain('xn--')
  expect(toUnicode(hostname)).toBe(letters)
})

it.each(['shop.example.com', '192.168.0.20', '[::1]', 'xn--.example', 'xn--99999999999.example', 'xn--a-.example'])(
  'leaves %s as it is',
  (host) => expect(toUnicode(host)).toBe(host),
)
