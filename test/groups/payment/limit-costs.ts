/** The limits of a key, and the calls of objects that they make before a payment is sent. */
export const LIMIT_COSTS: Readonly<
  Record<string, { limits?: { max_amount?: number; daily_amount?: number }; steps: string[] }>
> = {
  'no limits': { steps: [] },
  max_amount: { limits: { max_amount: 10_000 }, steps: [] },
  daily_amount: { limits: { daily_amount: 10_000 }, steps: ['reserve'] },
}
