import type { Env } from './env.ts'

/**
 * The id of the deployment, from an id that only its own objects have. Any isolate computes it without a call, and it
 * differs between deployments, even if they share STORE or ADMIN_KEY by mistake.
 */
export const getDeploymentId = ({ ACCOUNTS }: Pick<Env, 'ACCOUNTS'>): string => ACCOUNTS.idFromName('owner').toString()
