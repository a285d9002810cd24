export const usage = {
  nav: 'Usage',
  title: 'Usage',
  range: 'Range',
  days: (count: number) => `${count} days`,
  ok: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
  chart: (total: string, ok: string, refused: string, failed: string) =>
    `${total} requests: ${ok} succeeded, ${refused} refused, ${failed} failed. The table below holds the numbers.`,
  total: 'Requests',
  day: 'Day',
  key: 'Key',
  deployment: 'API key of the deployment',
  group: 'Group',
  until: (moment: string) => `Counted until ${moment}. Requests of the last seconds may be missing.`,
  empty: 'No requests in this time.',
  caption: 'Requests per day, key and group',
}
