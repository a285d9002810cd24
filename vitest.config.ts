import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        cf: false,
        // 32 zero bytes: what a Durable Object of the tests keeps, it keeps under this.
        bindings: { CREDENTIALS_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      },
    }),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    // One workerd for all files: each test makes its own world, and starting one per file takes longer than the tests.
    isolate: false,
  },
})
