import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { VERSION } from '../../src/base/version.ts'
import { putWorker, ROOT } from '../support/build.ts'
import { putBuildInfo } from '../support/build-info.ts'
import { FleetError } from './fleet-error.ts'
import type { WorkerConfig } from './worker-config.ts'
import type { Build, BuildInfo } from './world.ts'

/** Builds the Worker once, into this folder, because every customer gets the same. A test run has built it already. */
export async function buildOnce(folder: string): Promise<Build> {
  const built = process.env.BUILT_WORKER
  const own = join(folder, 'worker')
  if (!built)
    try {
      await putWorker(own)
    } catch (error) {
      throw new FleetError(`the Worker cannot be built:\n${(error as Error).message}`)
    }
  const [about, config] = await Promise.all([readBuildInfo(), projectConfig()])
  return { main: built || join(own, 'index.js'), about, config }
}

/** The build info of this checkout. The module does not exist before the first build. */
export async function readBuildInfo(): Promise<BuildInfo> {
  await putBuildInfo()
  const path = pathToFileURL(join(ROOT, 'src/base/generated/build.ts')).href
  const { BUILD } = (await import(path)) as { BUILD: string }
  return { version: VERSION, build: BUILD }
}

/** wrangler.toml, parsed by wrangler, which takes two seconds to load. */
export async function projectConfig(): Promise<WorkerConfig> {
  const { experimental_readRawConfig } = await import('wrangler')
  const { rawConfig } = experimental_readRawConfig({ config: join(ROOT, 'wrangler.toml') })
  return rawConfig as WorkerConfig
}

/** Whether a deployment was made from this build. */
export const isSameBuild = (one: BuildInfo | undefined, other: BuildInfo): boolean =>
  one?.version === other.version && one.build === other.build
