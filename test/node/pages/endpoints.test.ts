import { expect, it } from 'vitest'
import { shortenUrl } from '../../../src/pages/events/url.ts'

/** How the app names endpoints, whose URLs may be secrets (docs/spec/admin.md, "Events in the app"). */

it('two endpoints of one host are told apart by the end of their paths', () => {
  const slack = 'https://hooks.slack.com/services/T0000000000/B0000000000/'
  expect(shortenUrl(`${slack}abcdefghijklmnopqrstuvwx`)).toBe('hooks.slack.com/…stuvwx')
  expect(shortenUrl(`${slack}abcdefghijklmnopqrstuvwy`)).toBe('hooks.slack.com/…stuvwy')
})

it.each([
  ['https://n8n.example.com:5678/webhook/1', 'n8n.example.com:5678/…k/1'],
  ['https://a.example/hook?key=0123456789', 'a.example/…456789'],
  ['https://a.example/1', 'a.example/…1'],
  ['https://a.example/', 'a.example'],
])('%s is %s, a third of its path at most', (url, shown) => {
  expect(shortenUrl(url)).toBe(shown)
})
