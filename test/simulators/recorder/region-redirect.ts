import { answer, detail } from './envelope.ts'
import { REGION_NAMES, REGIONS, type Region } from './hosts.ts'
import type { Plaud } from './state.ts'
import type { Switches } from './switches.ts'

/** The response to a token on a host outside of its region: a 200 that names the right one (facts 1.1). */
export function wrongRegion(plaud: Plaud, home: Region, here: Region): Response {
  const host = REGIONS[home].api
  const { regionPlace, regionStatus } = plaud.switches
  const to = (api: string) => answer(plaud, regionStatus, 'user region mismatch', PLACES[regionPlace](api))
  switch (plaud.switches.wrongRegion) {
    case 'https':
      return to(`https://${host}`)
    case 'bare':
      return to(host)
    case 'http':
      return to(`http://${host}`)
    case 'foreign':
      return to('https://collector.example.test')
    case 'lookalike':
      return to(`https://${host}.example.test`)
    case 'loop':
      return to(`https://${REGIONS[next(here)].api}`)
    case 'unauthorized':
      return detail(401, 'Invalid or expired token')
    case 'forbidden':
      return detail(403, 'Forbidden')
  }
}

const PLACES: Record<Switches['regionPlace'], (api: string) => Record<string, unknown>> = {
  'data.domains.api': (api) => ({ data: { domains: { api } } }),
  'domains.api': (api) => ({ domains: { api } }),
  'data.domain': (domain) => ({ data: { domain } }),
  domain: (domain) => ({ domain }),
}

const next = (here: Region): Region => REGION_NAMES[(REGION_NAMES.indexOf(here) + 1) % REGION_NAMES.length] ?? 'us'
