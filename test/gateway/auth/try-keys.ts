import { createGateway, type Overrides } from '../../support/gateway.ts'

export const KEYED_PATH = '/api/v1/recorder/search/history'
/** The response to a caller who passed every gate, in a deployment without accounts. */
export const LET_IN = '401 recorder account is not connected: connect it at https://latchkey.test/#recorder'

/** Tries keys at one deployment, and returns the status and error of each response. */
export function knocker(overrides?: Overrides) {
  const gateway = createGateway(overrides)
  return async (key: string | null) => {
    const { status, json } = await gateway.call(KEYED_PATH, { key })
    return `${status} ${json.error}`
  }
}
