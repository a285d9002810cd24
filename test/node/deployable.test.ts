import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { withEmail } from '../../scripts/setup/upload.ts'
import { ROOT } from '../../scripts/support/build.ts'
import { SETTING_NAMES } from '../../src/groups/admin/setting-names.ts'

/** What Cloudflare reads of this project: the button "Deploy to Cloudflare" and every deployment. */
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const config = read('wrangler.toml')
const { cloudflare } = JSON.parse(read('package.json')) as {
  cloudflare: { bindings: Record<string, { description: string }> }
}

const { secret: secrets, binding: bindings } = SETTING_NAMES
const asked = Object.keys(parseEnv(read('.dev.vars.example')))

it('objects can expose their parts: before this date, a stub has neither methods nor parts', () => {
  const [, date = ''] = /^compatibility_date = "(.+)"$/m.exec(config) ?? []
  expect(date >= '2024-04-03').toBe(true)
})

describe('the button', () => {
  it('describes each secret, each binding and what it asks for, and nothing else', () => {
    const meant = new Set([...secrets, ...bindings, ...asked])
    expect(Object.keys(cloudflare.bindings).sort()).toEqual([...meant].sort())
    for (const { description } of Object.values(cloudflare.bindings)) expect(description).toMatch(/^\S.{15,}[.]$/)
  })

  it('asks for the keys, and fills in none of them', () => {
    expect(parseEnv(read('.dev.vars.example'))).toEqual({
      ...{ API_KEY: '', ADMIN_KEY: '', CREDENTIALS_KEY: '' },
      LICENCE: 'pro',
    })
  })

  it('is in the README', () => {
    expect(read('README.md')).toContain('](https://deploy.workers.cloudflare.com/?url=')
  })

  it('is named for each binding of wrangler.toml, that of e-mail included', () => {
    const bound = [...withEmail(config).matchAll(/^(?:binding|name) = "([A-Z_]+)"$/gm)].map(([, name]) => name)
    expect(bound.sort()).toEqual([...bindings].sort())
  })
})

describe('wrangler.toml', () => {
  it('contains no setting and no id of a deployment', () => {
    expect(config).toContain('\nkeep_vars = true\n')
    expect(config).not.toMatch(/^\[vars\]|^(id|account_id|database_id|preview_id) *=/m)
  })

  it('uses none of the five crons of an account', () => {
    expect(config).not.toContain('crons')
  })

  it('logs the line of every request, without URL and headers', () => {
    const [, section = ''] = /^\[observability\]\n([\s\S]*?)\n\n(?=#|\[\w+\]$)/m.exec(config) ?? []
    expect(section).toContain('enabled = true')
    expect(config).toContain(
      '\n[observability.logs]\nenabled = true\nhead_sampling_rate = 1\ninvocation_logs = false\n',
    )
  })
})
