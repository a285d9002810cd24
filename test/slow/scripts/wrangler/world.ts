import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Behaviour,
  currentVersion,
  deployed,
  keepBehaviour,
  keepWorker,
  readCalls,
  readWorker,
  type Version,
} from './state.ts'

/** A separate account for commands that run wrangler: their effects are visible, and can be made to fail. */
export async function wranglerWorld(behaviour: Behaviour = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'wrangler-stand-in-'))
  await keepBehaviour(folder, behaviour)
  return {
    folder,
    /** The environment for a command. */
    env: {
      LATCHKEY_WRANGLER: fileURLToPath(new URL('stand-in.ts', import.meta.url)),
      WRANGLER_STAND_IN: folder,
    },
    behave: (next: Behaviour) => keepBehaviour(folder, next),
    calls: () => readCalls(folder),
    worker: (name: string) => readWorker(folder, name),
    /** The version of a Worker with the traffic: its variables and secrets. */
    current: async (name: string) => {
      const worker = await readWorker(folder, name)
      return worker && currentVersion(worker)
    },
    /** A new Worker of an earlier deployment, without a call. */
    deploy: async (name: string, content: Pick<Version, 'vars' | 'secrets' | 'bindings'>) => {
      const worker = { name, versions: [], deployments: [] }
      deployed(worker, { source: 'wrangler', ...content })
      await keepWorker(folder, worker)
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
