import { accessSync, constants, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { GROUPS } from './src/base/groups.ts'

/** Tests of what needs Node: an outside tool, a client in another process. Everything else runs where the Worker runs. */
const IN_NODE = 'test/{live,node,pages,scripts}/**/*.test.ts'

/*
 * `npm test` leaves out what takes minutes, so that it takes two on two cores. `npm run test:long` runs it.
 */

/** Browser tests of the management app and the reference page: `npm run test:pages`. */
const IN_BROWSER = 'test/pages/{states,walk,consent,confirm,docs-page,reference,first-week,oauth,weight}.test.ts'

/**
 * What repeats one check for each operation, each change of an answer or each fault, random inputs, and what waits for many
 * simulated deadlines. Runs in workerd.
 */
const THOROUGH = [
  `test/tolerance/{${GROUPS.join()}}.test.ts`,
  'test/upstream/round-trips.test.ts',
  'test/groups/recorder/{signed-links,sync-round-trips,transsumm-wait}.test.ts',
  'test/groups/payment/{faults,limits}.test.ts',
  'test/objects/accounts/token-renewal.test.ts',
  'test/contract/{input,upstream,redaction,credentials}.test.ts',
  'test/client/operations.test.ts',
  'test/surfaces/openapi/recorded.test.ts',
  'test/groups/**/*.property.test.ts',
  'test/surfaces/mcp/operations.test.ts',
  'test/gateway/cold-path.test.ts',
  'test/contract/gates.test.ts',
  'test/groups/social/{at-most-once,carousel,token-refresh}.test.ts',
  'test/groups/payment/idempotency/{recovery,own-id,run-idempotent}.test.ts',
  'test/groups/shop/{sales,consumer-failure,ordersheets-limits}.test.ts',
  'test/groups/recorder/{sync-pages,sync-budget,exchange-failures,upstream-paths}.test.ts',
  'test/groups/workspace/all/query-all.test.ts',
  'test/upstream/http/{limits,read-text}.test.ts',
  'test/upstream/polling/events-at-rest.test.ts',
  'test/accounts/events.test.ts',
  'test/tasks/*.test.ts',
  // They load the table of a tokenizer, 2.4 MB, except for the last one.
  'test/surfaces/mcp/tools/{offset,sizes,tokens,truncate}.test.ts',
  'test/objects/webhooks/deliveries.test.ts',
  'test/objects/usage/audit.test.ts',
  'test/groups/admin/accounts.test.ts',
]

/**
 * Every operation on a living gateway, thousands of random requests, gateways that are killed, waits of ten seconds and more,
 * wrangler, the help of every script.
 */
const SLOW = [
  'test/live/*.test.ts',
  'test/scripts/{client-listen,keys,setup,on-save,watch,debugger,record,record-command,relay-image,setup-again,snippets,usage,wrangler}.test.ts',
  'test/scripts/connectors/*.test.ts',
  'test/scripts/fleet/{deploy,dry-run,gateways,interrupt,status,rollback,alarms}.test.ts',
  'test/node/{client-package,desktop-bundle}.test.ts',
]

/** What needs the packages of test/tools, which `npm run tools` installs. */
const WITH_TOOLS = 'test/tools/*.test.ts'

/**
 * Ordinary tests of what an alarm wakes and of what expires. `npm run test:long` runs them again, because it shifts the clock
 * of every process by a year.
 */
const WITH_A_CLOCK = [
  'test/{objects,accounts,gateway/auth,upstream/credentials}/**/*.test.ts',
  'test/surfaces/oauth/{flow,grants,refresh}.test.ts',
  'test/groups/admin/{accounts,keys,links,session}*.test.ts',
]
/** `npm start` runs on the machine's clock, so its ordinary tests run on another day as well. */
const START = 'test/scripts/start.test.ts'

/**
 * The runtime stores the databases of Durable Objects in the folder for temporary files, and waits until a write is on the disk. A file
 * system in memory, where there is one with room, saves a quarter of the CPU of the tests in workerd, and a tenth of the others.
 */
const IN_MEMORY = '/dev/shm'
if (hasRoom(IN_MEMORY)) process.env.TMPDIR = IN_MEMORY

// Node starts a quarter faster with code that it compiled before: wrangler, the scripts, the processes of the tests.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/latchkey/compiled', import.meta.url).href)

/**
 * Each process gets one thread of V8 that compiles and collects garbage beside the code, instead of four. The tests use all cores
 * anyway, and take a twentieth less CPU with one.
 */
const ONE_THREAD = '--v8-pool-size=1'
const { NODE_OPTIONS = '' } = process.env
if (!NODE_OPTIONS.includes(ONE_THREAD)) process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${ONE_THREAD}`.trim()

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 2 ** 30
  } catch {
    return false
  }
}

/** A busy machine takes several times as long as a quiet one. */
const TIMEOUT = 30_000
/** For the tests in Node, which have a lower priority than the others (scripts/check.ts), and for `npm run test:long`. */
const LONG_TIMEOUT = 300_000

const inWorkerd = (name: string, include: string[], exclude: string[], timeout: number) => ({
  plugins: [
    cloudflareTest({
      main: './src/index.ts',
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
    testTimeout: timeout,
    hookTimeout: timeout,
    include,
    exclude,
    // One workerd for all files: each test makes its own world, and starting one per file takes longer than the tests.
    isolate: false,
    // They compute all the time: more of them than cores only load the modules once more.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    globalSetup: 'test/support/generate-once.ts',
    setupFiles: ['test/support/setup.ts'],
  },
})

const inNode = (name: string, include: string[], exclude: string[]) => ({
  test: {
    name,
    testTimeout: LONG_TIMEOUT,
    hookTimeout: LONG_TIMEOUT,
    include,
    exclude,
    // A browser on a busy machine takes longer than the second that vitest waits by default.
    expect: { poll: { timeout: LONG_TIMEOUT / 2 } },
    // Loading the runtime and its tools again for each file takes as long as most files.
    isolate: false,
    // They wait for other processes.
    maxWorkers: 5,
    globalSetup: 'test/live/build-once.ts',
    // Node reads TypeScript itself, so vite need not transform it.
    experimental: { viteModuleRunner: false },
  },
})

/** All files in one process, which they share a browser in. */
const oneByOne = ({ test }: ReturnType<typeof inNode>) => ({ test: { ...test, maxWorkers: 1 } })

export default defineConfig({
  test: {
    projects: [
      inWorkerd(
        'workerd',
        ['test/**/*.test.ts'],
        ['**/node_modules/**', IN_NODE, 'test/tools/*', ...THOROUGH, ...SLOW],
        TIMEOUT,
      ),
      inWorkerd('thorough', [...THOROUGH, ...WITH_A_CLOCK], [], LONG_TIMEOUT),
      inNode('node', [IN_NODE], [IN_BROWSER, ...SLOW]),
      inNode('slow', [...SLOW, START], []),
      inNode('tools', [WITH_TOOLS], []),
      oneByOne(inNode('pages', [IN_BROWSER], [])),
    ],
  },
})
