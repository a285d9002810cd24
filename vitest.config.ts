import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Tests of what needs Node: an outside tool, a client in another process. Everything else runs where the Worker runs. */
const IN_NODE = 'test/{live,node,pages,scripts}/**/*.test.ts'

/** The states and ways of the management app in a browser take a sixth of the time of all others: `npm run test:pages`. */
const IN_BROWSER = 'test/pages/{states,walk}.test.ts'

/** The calls of every operation, counted in ticks that wait: `npm run test:calls`, which is a part of `npm run bench`. */
const CALLS = ['test/upstream/round-trips.test.ts', 'test/groups/recorder/sync-round-trips.test.ts']

/** Every single change of the answers of the three largest groups, which takes two minutes: `npm run test:tolerance`. */
const TOLERANCE = 'test/tolerance/{recorder,workspace,shop}.test.ts'

/** Proves that no expression takes long for any text, which takes half a minute: `npm run test:regex`. */
const EXPRESSIONS = 'test/node/regular-expressions.test.ts'

/** A busy machine takes several times as long as a quiet one. */
const testTimeout = 30_000

const inWorkerd = (name: string, include: string[], exclude: string[]) => ({
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
    name,
    testTimeout,
    include,
    exclude,
    // One workerd for all files: each test makes its own world, and starting one per file takes longer than the tests.
    isolate: false,
    globalSetup: 'test/support/generate-once.ts',
    setupFiles: ['test/support/clean.ts'],
  },
})

export default defineConfig({
  test: {
    // One for the tests inside workerd, which wait for nothing, and two for those in Node, which wait for other processes.
    maxWorkers: 3,
    projects: [
      inWorkerd('workerd', ['test/**/*.test.ts'], [IN_NODE, TOLERANCE, ...CALLS]),
      inWorkerd('tolerance', [TOLERANCE], []),
      inWorkerd('calls', CALLS, []),
      {
        test: {
          name: 'node',
          include: [IN_NODE],
          exclude: [IN_BROWSER, EXPRESSIONS],
          testTimeout,
          globalSetup: 'test/live/build-once.ts',
        },
      },
      { test: { name: 'pages', include: [IN_BROWSER], testTimeout } },
      { test: { name: 'expressions', include: [EXPRESSIONS], testTimeout } },
    ],
  },
})
