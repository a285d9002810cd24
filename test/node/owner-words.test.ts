import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'

/** Owners are no developers (docs/glossary.md, "What owners read in Korean"). */
const ALWAYS: [pattern: RegExp, instead: string][] = [
  [/배포/, '설치, 게이트웨이'],
  [/[은이을과]\([는가를와]\)|[는가를와]\([은이을과]\)|\([으이]\)/, 'src/pages/text/particles.ts or another sentence'],
]
const FOR_OWNERS: typeof ALWAYS = [
  [/구독/, '알림'],
  [/이벤트/, '알림, 새 소식, 일어난 일'],
]
/** What the owner of a table at Notion presses there. */
const OF_OTHERS = ['**구독 만들기**(Create a subscription)']

const PAGES = ['README.ko.md', 'docs/ko/*.md', 'docs/guides/ko/*.md', 'src/connectors/*/README.ko.md']
/** Pages for developers, which use the words of the API. */
const OF_DEVELOPERS = /^(?:docs\/ko\/(?:events|agents)|docs\/guides\/ko\/(?:requests|importing))\.md$/

/** Code with texts that people read. Search words of agents and of the documentation are in words of every kind. */
const CODE = [
  'src/pages/text/**/*.{ts,tsx}',
  'src/pages/docs/text.ts',
  'src/objects/events/words.ts',
  'src/openapi/fields.ts',
  'src/gateway/http/unknown-path.ts',
  'src/groups/events/confirm-email.ts',
]

const unlike = (file: string, text: string, patterns: typeof ALWAYS): string[] =>
  OF_OTHERS.reduce((rest, name) => rest.replaceAll(name, ''), text)
    .split('\n')
    .flatMap((line, index) =>
      patterns.flatMap(([pattern, instead]) => {
        const found = pattern.exec(line)?.[0]
        return found === undefined ? [] : [`${file}:${index + 1}: ${found}: ${instead}`]
      }),
    )

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

async function listFiles(patterns: string[]): Promise<string[]> {
  const files: string[] = []
  for await (const path of glob(patterns, { cwd: ROOT, exclude: ['**/node_modules'] }))
    files.push(path.replaceAll('\\', '/'))
  return files
}

it('the app and its messages have the words of owners', async () => {
  const files = await listFiles(CODE)
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap((file) => unlike(file, read(file), [...ALWAYS, ...FOR_OWNERS]))).toEqual([])
})

it('the Korean names of operations have the words of owners', async () => {
  const names = (await listFiles(['src/groups/**/*.ts'])).flatMap((file) =>
    [...read(file).matchAll(/\bko:\s*'([^']+)'/g)].map(([, name = '']) => [file, name] as const),
  )
  expect(names.length).toBeGreaterThan(150)
  expect(names.flatMap(([file, name]) => unlike(file, name, [...ALWAYS, ...FOR_OWNERS]))).toEqual([])
})

it('the Korean pages have the words of owners', async () => {
  const pages = await listFiles(PAGES)
  expect(pages.filter((page) => OF_DEVELOPERS.test(page))).toHaveLength(4)
  expect(
    pages.flatMap((page) => unlike(page, read(page), OF_DEVELOPERS.test(page) ? ALWAYS : [...ALWAYS, ...FOR_OWNERS])),
  ).toEqual([])
})

it('finds such words', () => {
  const text =
    '새 배포\n이벤트 구독\n`limt`은(는) 없습니다\n서울(으)로\n**구독 만들기**(Create a subscription)를 누르세요'
  expect(unlike('a.ts', text, [...ALWAYS, ...FOR_OWNERS])).toEqual([
    'a.ts:1: 배포: 설치, 게이트웨이',
    'a.ts:2: 구독: 알림',
    'a.ts:2: 이벤트: 알림, 새 소식, 일어난 일',
    'a.ts:3: 은(는): src/pages/text/particles.ts or another sentence',
    'a.ts:4: (으): src/pages/text/particles.ts or another sentence',
  ])
})
