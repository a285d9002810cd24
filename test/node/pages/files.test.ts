import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from '../../../scripts/support/build-pages.ts'
import { PRODUCTS } from '../../../src/base/groups.ts'
import { type Site, startSite } from './site.ts'

const KIB = 1024

describe('the files of the management app', () => {
  it('load only from the gateway, each with a name of its version', async () => {
    const files = (await builtPages()).filter(([file]) =>
      /^(?:app|connect|oauth)\/|^(?:index|confirm)\.html$/.test(file),
    )
    const names = files.map(([file]) => file)
    expect(new Set(names).size).toBe(names.length)
    expect(
      names.filter((file) => !/\.html$|^app\/(?:(?:app|style)\.(?:js|css)|parts\/[\w-]+-[A-Z0-9]{8}\.js)$/.test(file)),
    ).toEqual([])
    const pages = files.filter(([file]) => file.endsWith('.html'))
    for (const [file, text] of pages) {
      expect(text, file).not.toMatch(/style=|<style|<script(?![^>]*src="\/)|https?:/)
      const preloaded = [...text.matchAll(/modulepreload" href="\/([^"]+)"/g)].map(([, name = '']) => name)
      expect(preloaded.length, file).toBeGreaterThan(1)
      expect(preloaded.filter((name) => !names.includes(name))).toEqual([])
    }
    const style = files.find(([file]) => file === 'app/style.css')?.[1] ?? ''
    expect(gzipSync(style, { level: 9 }).length).toBeLessThanOrEqual(6.25 * KIB)
  })
})

describe('the files of the reference page', () => {
  it('are small, and contain nothing that a strict policy refuses', async () => {
    const files = new Map(await builtPages())
    const zipped = (file: string) => gzipSync(files.get(file) ?? '', { level: 9 }).length
    // With its texts in both languages, so that a switch needs no request.
    expect(zipped('docs/docs.js')).toBeGreaterThan(10 * KIB)
    expect(zipped('docs/docs.js')).toBeLessThanOrEqual(24 * KIB)
    expect(zipped('docs/style.css')).toBeLessThanOrEqual(5 * KIB)
    expect(files.get('docs.html')).not.toMatch(/style=|<style|<script(?![^>]*src="\/)|https?:/)
  })
})

describe('as the platform serves them', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site?.stop())

  const ask = (path: string) => fetch(`${site.origin}${path}`, { redirect: 'manual' })

  it.each(['/', '/docs', '/docs/guide/events', '/confirm', ...PRODUCTS.map((account) => `/connect/${account}`)])(
    '%s is a page under a strict policy',
    async (path) => {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      expect(headers.get('Content-Type')).toMatch(/^text\/html/)
      expect(headers.get('Cache-Control')).toMatch(/no-cache|max-age=0, must-revalidate/)
      const policy = headers.get('Content-Security-Policy')?.split('; ')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "frame-ancestors 'none'",
        ]),
      )
      expect(policy?.join()).not.toMatch(/unsafe|https?:/)
    },
  )

  it('a browser keeps the parts of the app, and asks again for the main script', async () => {
    const kept = async (path: string) => (await ask(path)).headers.get('Cache-Control')
    const [, part = ''] = /href="(\/app\/parts\/[^"]+)"/.exec(await (await ask('/')).text()) ?? []
    expect(await kept(part)).toBe('public, max-age=31536000, immutable')
    expect([await kept('/app/app.js'), await kept('/app/style.css')]).toEqual(['no-cache', 'no-cache'])
  })

  it('a phone finds the icons for its home screen, which the policy allows', async () => {
    const page = await ask('/')
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("img-src 'self'; manifest-src 'self'")
    const [, path = ''] = /rel="manifest" href="([^"]+)"/.exec(await page.text()) ?? []
    const { start_url, icons } = (await (await ask(path)).json()) as {
      start_url: string
      icons: { src: string; type: string; sizes: string }[]
    }
    expect(start_url).toBe('/')
    const touch = { src: '/app/apple-touch-icon.png', type: 'image/png', sizes: '180x180' }
    for (const { src, type, sizes } of [...icons, touch]) {
      const icon = await ask(src)
      expect([icon.status, icon.headers.get('Content-Type')], src).toEqual([200, type])
      // The width and the height of a PNG file are at a fixed place.
      const bytes = Buffer.from(await icon.arrayBuffer())
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    }
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })

  it("the consent page may be opened in a client's window, which is notified of its end", async () => {
    const { status, headers } = await ask('/oauth/authorize?response_type=code&client_id=abc')
    expect(status).toBe(200)
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'none'; frame-ancestors 'none'")
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
  })

  it('llms.txt and the guides are text', async () => {
    const types = await Promise.all(
      ['/llms.txt', '/docs/guide/authentication.ko.md'].map(async (path) =>
        (await ask(path)).headers.get('Content-Type'),
      ),
    )
    expect(types).toEqual(['text/plain; charset=utf-8', 'text/markdown; charset=utf-8'])
  })

  it('the pictures of the guides are files', async () => {
    const { status, headers } = await ask('/docs/pictures/week-start-ko-390.png')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png'])
  })

  it('the way of a click goes to the Worker', async () => {
    expect((await ask('/connect/social/start')).status).toBe(302)
  })
})
