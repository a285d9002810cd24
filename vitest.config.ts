import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Files share a process, because each test makes its own world: loading the modules again takes longer than most files. */
const isolate = false
/** A busy machine takes several times as long as a quiet one. */
const PATIENCE_MS = 60_000
const SLOW_PATIENCE_MS = 300_000

/**
 * Packages of many files. The Workers runtime asks for each module by itself, so Vite makes few of them. All that share a package
 * are here: two copies of it would not know each other's classes.
 */
const PACKAGES = [
  ...['zod', 'zod/mini', '@hono/zod-validator', 'hono', 'hono/cookie', 'hono/cors', 'hono/factory'],
  ...['hono/http-exception', 'hono/quick', 'hono/route', 'hono/router/trie-router', 'hono/secure-headers'],
  ...['@modelcontextprotocol/server', '@modelcontextprotocol/client', '@simplewebauthn/server', 'fast-check'],
]

/** A message shows a list of offenders whole. */
const chaiConfig = { truncateThreshold: 1000 }

/** Tests in workerd, where the Worker runs. */
const inWorkerd = (name: string, folder: string, exclude: string[], timeout: number) => ({
  plugins: [
    cloudflareTest({
      main: './src/index.ts',
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        cf: false,
        // Vitest asks for it, and its absence would be told at each start.
        compatibilityFlags: ['enable_nodejs_inspector_module'],
        // The tests have no network.
        outboundService: { node: ({ socket }) => void socket.destroy() },
        // 32 zero bytes: what a Durable Object of the tests stores is encrypted with this.
        bindings: { CREDENTIALS_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
      },
    }),
  ],
  test: {
    ...{ name, isolate, testTimeout: timeout, hookTimeout: timeout },
    include: [`${folder}/**/*.test.ts`],
    exclude,
    chaiConfig,
    deps: { optimizer: { ssr: { enabled: true, include: PACKAGES } } },
    globalSetup: 'test/support/generate-once.ts',
    setupFiles: ['test/support/setup.ts'],
  },
})

/** Tests of scripts, browsers and other programs, and of the Worker as it is deployed. */
const inNode = (name: string, folder: string, exclude: string[], timeout: number) => ({
  test: {
    ...{ name, isolate, testTimeout: timeout, hookTimeout: timeout },
    include: [`${folder}/**/*.test.ts`],
    exclude,
    chaiConfig,
    globalSetup: 'test/support/build-once.ts',
    // A browser takes longer than the second that Vitest waits by default.
    expect: { poll: { timeout: timeout / 2 } },
    // Node reads TypeScript itself.
    experimental: { viteModuleRunner: false },
  },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      inWorkerd('workerd', 'test', ['test/node/**', 'test/slow/**'], PATIENCE_MS),
      inNode('node', 'test/node', [], PATIENCE_MS),
      inWorkerd('slow-workerd', 'test/slow/workerd', [], SLOW_PATIENCE_MS),
      inNode('slow', 'test/slow', ['test/slow/workerd/**', '**/node_modules/**'], SLOW_PATIENCE_MS),
    ],
  },
})
