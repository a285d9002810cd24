import type { Guide } from '../../guide.ts'

export const guide: Guide = {
  steps: [
    'You receive all five values from the vendor with your contract: [developers.payssam.kr](https://developers.payssam.kr).',
    'Paste the whole message into the box. English and Korean names, JSON and settings lines are recognized.',
    'Check what was found, and fill in what is missing.',
  ],
  notes: [
    'The host is a bare name such as `erp-api.payssam.kr`, or `sandbox.paymint.co.kr` for tests.',
    'The check only reads. It sends no bill and costs nothing.',
  ],
  uncertain: ['The vendor names the production host of the second API generation after its inspection.'],
}
