import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { consentTexts } from '../../../src/pages/text/consent.ts'
import { withDirection } from '../../../src/pages/text/particles.ts'

it.each([
  ['localhost', 'localhost로'],
  ['localhost:8787', 'localhost:8787로'],
  ['127.0.0.1:33010', '127.0.0.1:33010으로'],
  ['claude.ai', 'claude.ai로'],
  ['chatgpt.com', 'chatgpt.com으로'],
  ['client.example', 'client.example로'],
  ['서울', '서울로'],
  ['부산', '부산으로'],
  ['"내 전화"', '"내 전화"로'],
  ['김민지 (minji@haneul.example)', '김민지 (minji@haneul.example)로'],
  ['500', '500으로'],
  ['502', '502로'],
])('%s: %s', (name, words) => {
  expect(withDirection(name)).toBe(words)
})

it('the page of consent says where a press leads', () => {
  expect(consentTexts.ko.agree('localhost')).toBe('허용하고 localhost로 이동')
})

it('no text of the app offers two endings to choose from', async () => {
  const folder = new URL('../../../src/pages/text/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(20)
  const offenders = []
  for (const name of files) if ((await readFile(new URL(name, folder), 'utf8')).includes('(으)로')) offenders.push(name)
  expect(offenders).toEqual([])
})
