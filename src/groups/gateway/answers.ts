import * as z from 'zod'
import { STATES } from '../../accounts/report.ts'

const verdict = () =>
  z.object({
    account: z.string().describe('The name of the account'),
    group: z.string().describe('The group that it serves'),
    state: z.enum(STATES).describe('How it is doing'),
    message: z.string().optional().describe('What is wrong; absent where nothing is'),
    hint: z.string().optional().describe('What to do about it; absent where nothing is wrong'),
    expires_at: z.iso.datetime().optional().describe('When it has to be reconnected, ISO 8601; absent where unknown'),
    last_ok_at: z.iso.datetime().optional().describe('When it worked last, ISO 8601; absent for never'),
  })
export type AccountHealth = z.output<ReturnType<typeof verdict>>

/** The report of the doctor (decisions.md section 10.2). */
export const findings = () =>
  z.object({
    ok: z.boolean().describe('Whether every account that is connected works'),
    accounts: z
      .array(verdict())
      .describe("The connected accounts of the key's groups, or the ones that were asked for"),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What is wrong with the settings of the relay; absent where nothing is'),
  })
