const RELAYED = 'register it at WING, Open API; a change takes about 30 minutes'
const DIRECT =
  'WING, Open API takes registered addresses only, and a gateway has no fixed one: run a relay (/docs/guide/relay), register its address there, and set RELAY_URL and RELAY_TOKEN'

/** The shop accepts calls only from registered IP addresses, and the platform gives a Worker no fixed one. */
export interface RefusedAddress {
  /** The address in the words of the product. Absent if it named none. */
  address?: string | undefined
  /** Whether the call went through a relay, whose address can be registered. */
  isRelayed: boolean
}

export const formatRefusedAddress = ({ address = 'of this gateway', isRelayed }: RefusedAddress): string =>
  `the shop refuses the address ${address}: ${isRelayed ? RELAYED : DIRECT}`

/** Reads the message again, for the management app. Undefined for any other message. */
export function readRefusedAddress(message: string): RefusedAddress | undefined {
  const [, address, remedy] = /^the shop refuses the address ([\da-f.:]+|of this gateway): (.*)$/i.exec(message) ?? []
  if (remedy === undefined) return undefined
  return { ...(address !== 'of this gateway' && { address }), isRelayed: remedy === RELAYED }
}
