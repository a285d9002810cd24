export const LICENCES = ['basic', 'pro', 'payment'] as const
export type Licence = (typeof LICENCES)[number]
