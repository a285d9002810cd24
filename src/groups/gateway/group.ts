import { operations } from '../../gateway/operation.ts'
import { anyLicence } from '../../gateway/operation-type.ts'

/** The header with a token of the workspace for this request. */
export const WORKSPACE_TOKEN = 'X-Workspace-Token'

/** The ways to declare an operation of this group, and what all of them share. */
export const { read, write } = operations<typeof import('./outputs.ts').outputs>({
  group: 'gateway',
  access: anyLicence,
  headers: [WORKSPACE_TOKEN],
})
