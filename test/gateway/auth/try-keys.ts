import { createGateway, type Overrides } from '../../support/gateway.ts'

export const KEYED_PATH = '/api/v1/recorder/search/history'
/** What a caller reads who passed every gate, in a deployment without accounts. */
export const LET_IN = '401 recorder account is not connected: RECORDER_TOKEN is not set'

/** Tries keys at one deployment, and tells the status and the error of each answer. */
export function knocker(overrides?: Overrides) {
  const gateway = createGateway(overrides)
  return async (key: string | null) => {
    const { status, json } = await gateway.call(KEYED_PATH, { key })
    return `${status} ${json.error}`
  }
}
