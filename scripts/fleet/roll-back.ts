import { atOnce } from './at-once.ts'
import { isSameBuild } from './build-once.ts'
import type { Customer } from './customer.ts'
import { readVersionBefore } from './deployed.ts'
import { FleetError, getMessage } from './fleet-error.ts'
import { gatewayAt, readAbout } from './gateway.ts'
import { AT_ONCE } from './plan.ts'
import { shortBuild } from './plan-text.ts'
import { rollBackTo } from './roll-back-to.ts'
import { readSite } from './site.ts'
import type { Wave } from './waves.ts'
import type { World } from './world.ts'

export interface RolledBack {
  name: string
  ok: boolean
  note: string
}

/** The last wave with a customer that runs this build. Throws FleetError when there is none. */
export async function lastWave(world: World, waves: readonly Wave[]): Promise<Wave> {
  const build = await world.about()
  for (const wave of waves.toReversed()) {
    const abouts = await atOnce(AT_ONCE, wave, ({ origin }) => readAbout(gatewayAt(origin, world.signal)))
    const reached = wave.filter((_, at) => isSameBuild(abouts[at], build))
    if (reached.length > 0) return reached
  }
  throw new FleetError(
    `nobody runs ${shortBuild(build)}, so no wave of it can be rolled back: name customers with --only`,
  )
}

/** Rolls each of these customers back to the version before the current one. */
export const rollBack = (world: World, customers: readonly Customer[], folder: string, patienceMs: number) =>
  atOnce(AT_ONCE, customers, async (customer): Promise<RolledBack> => {
    const { name } = customer
    try {
      const site = await readSite(world, customer, { secrets: new Map(), folder })
      const versionId = await readVersionBefore(site.ask)
      if (versionId === undefined) return { name, ok: false, note: 'there is no version before' }
      const was = await readAbout(site.gateway)
      const about = await rollBackTo(site, world, { versionId, about: undefined, patienceMs, reason: 'as asked' })
      const health = await site.gateway('/health')
      if (health.status !== 200) return { name, ok: false, note: `went back, and /health answers ${health.status}` }
      return {
        name,
        ok: true,
        note: `version ${versionId.slice(0, 8)} runs; its address says ${shortBuild(about)}, and said ${shortBuild(was)}`,
      }
    } catch (error) {
      return { name, ok: false, note: getMessage(error) }
    }
  })
