import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { generateAll, isKeyed, llmsText } from '../../src/openapi/generate.ts'
import { registered } from '../../src/openapi/registered.ts'

/** llms.txt, which models are given: every group with its document, and no way to the management app. */
const operations = registered(await createApp(platform).allRoutes())
const text = llmsText(operations.filter(isKeyed), [{ title: 'Keys', file: 'docs/guide/authentication.en.md' }])
const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)

it('links to every generated document, but not to that of the management app', () => {
  const documents = [...generateAll(operations).keys()].filter(
    (file) => file.startsWith('/openapi') && !file.includes('admin'),
  )
  expect(links.filter((link) => link.endsWith('.json')).toSorted()).toEqual(documents.toSorted())
  expect(text).not.toMatch(/admin/i)
})

it('leads to the guides', () => {
  expect(text).toContain('- [Keys](/docs/guide/authentication.en.md)')
})

it('starts in the format of llmstxt.org, and counts the operations', () => {
  expect(text).toMatch(/^# Latchkey\n\n> /)
  expect(text).toContain(`: ${operations.filter(isKeyed).length} operations`)
})
