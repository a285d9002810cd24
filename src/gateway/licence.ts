import { GatewayError } from '../base/errors.ts'
import { LICENCES, type Licence } from '../base/licences.ts'

/** Which licences pass, and how the others are refused. The contract has several ways to refuse. */
export interface Gate {
  readonly tier: 'basic' | 'pro'
  readonly admits: readonly Licence[]
  readonly refuse: (serviceName: string) => GatewayError
  /** Whether the owner of the deployment passes as well, by ADMIN_KEY or the session, when no key is sent. */
  readonly admitsOwner?: true
}

const notPro = (serviceName: string) =>
  new GatewayError(400, `you are not a ${serviceName} PRO user`, { reason: 'refused licence' })

/** For information about the deployment itself: any licence. */
export const anyLicence: Gate = { tier: 'basic', admits: LICENCES, refuse: notPro }

/** Core routes: any licence but `payment`, which opens only its own group. */
export const basic: Gate = { tier: 'basic', admits: ['basic', 'pro'], refuse: notPro }

export const pro: Gate = { tier: 'pro', admits: ['pro'], refuse: notPro }

export const proOrOwner: Gate = { ...pro, admitsOwner: true }

/** Payments: for pro and payment. */
export const proOrPayment: Gate = { tier: 'pro', admits: ['pro', 'payment'], refuse: notPro }

/** Video metadata has a refusal of its own. */
export const proVideo: Gate = {
  tier: 'pro',
  admits: ['pro'],
  refuse: () => new GatewayError(403, 'Pro account required', { reason: 'refused licence' }),
}
