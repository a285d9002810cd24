import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { GROUPS } from './src/base/groups.ts'

/** Tests of what needs Node: an outside tool, a client in another process. Everything else runs where the Worker runs. */
const IN_NODE = 'test/{live,node,pages,scripts}/**/*.test.ts'

/*
 * What takes minutes is left out of `npm test`, which stays under five on two cores: `npm run test:long`.
 */

/** The states and ways of the management app and of the reference page in a browser: `npm run test:pages`. */
const IN_BROWSER = 'test/pages/{states,walk,consent,reference,first-day}.test.ts'

/** The calls of every operation, counted in ticks that wait: `npm run test:calls`, which is a part of `npm run bench`. */
const CALLS = ['test/upstream/round-trips.test.ts', 'test/groups/recorder/sync-round-trips.test.ts']

/** Every single change of every answer: `npm run test:tolerance`. `npm test` takes a sample of them. */
const TOLERANCE = `test/tolerance/{${GROUPS.join()}}.test.ts`

/**
 * An isolate for each operation, thousands of random requests, gateways that are killed again and again, waits of ten seconds
 * and more, wrangler itself, linters of others, a search in every regular expression, clients generated from all operations,
 * every runtime of the client, every script's help, every beginning of a phone number.
 */
const SLOW = [
  'test/live/{upgrade,cold,fuzz,usage,faults,token-crash,payment-crash,social-crash,events-chaos,events-recorder,events-workspace,session}.test.ts',
  'test/scripts/{watch,debugger,docs-page,record,record-command,setup-again,snippets,usage,wrangler}.test.ts',
  'test/scripts/fleet/dry-run.test.ts',
  'test/tools/*.test.ts',
]

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
    hookTimeout: testTimeout,
    include,
    exclude,
    // One workerd for all files: each test makes its own world, and starting one per file takes longer than the tests.
    isolate: false,
    globalSetup: 'test/support/generate-once.ts',
    setupFiles: ['test/support/clean.ts'],
  },
})

const inNode = (name: string, include: string[], exclude: string[]) => ({
  test: {
    name,
    testTimeout,
    hookTimeout: testTimeout,
    include,
    exclude,
    // Loading the runtime and its tools again for each file takes as long as most files.
    isolate: false,
    globalSetup: 'test/live/build-once.ts',
  },
})

export default defineConfig({
  test: {
    // One for the tests inside workerd, which wait for nothing, and two for those in Node, which wait for other processes.
    maxWorkers: 3,
    projects: [
      inWorkerd('workerd', ['test/**/*.test.ts'], [IN_NODE, 'test/tools/**', TOLERANCE, ...CALLS, ...SLOW]),
      inWorkerd('tolerance', [TOLERANCE], []),
      inWorkerd('calls', CALLS, []),
      inNode('node', [IN_NODE], [IN_BROWSER, ...SLOW]),
      inNode('slow', SLOW, []),
      inNode('pages', [IN_BROWSER], []),
    ],
  },
})
