/** The Durable Object calls before a payment is sent: one that remembers it, and those that a key's limits cause. */
export const LIMIT_COSTS: Readonly<
  Record<string, { limits?: { max_amount?: number; daily_amount?: number }; steps: string[] }>
> = {
  'no limits': { steps: ['claimRecentBill'] },
  max_amount: { limits: { max_amount: 10_000 }, steps: ['claimRecentBill'] },
  daily_amount: { limits: { daily_amount: 10_000 }, steps: ['claimRecentBill', 'reserve'] },
}
