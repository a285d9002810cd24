/** The Durable Object calls that a key's limits cause before a payment is sent. */
export const LIMIT_COSTS: Readonly<
  Record<string, { limits?: { max_amount?: number; daily_amount?: number }; steps: string[] }>
> = {
  'no limits': { steps: [] },
  max_amount: { limits: { max_amount: 10_000 }, steps: [] },
  daily_amount: { limits: { daily_amount: 10_000 }, steps: ['reserve'] },
}
