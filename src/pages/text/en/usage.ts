export const usage = {
  range: 'Range',
  days: (count: number) => `${count} days`,
  ok: 'Succeeded',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
  chart: (total: string, ok: string, refused: string, failed: string) =>
    `${total} requests: ${ok} succeeded, ${refused} refused, ${failed} failed. See the table below for the numbers.`,
  total: 'Requests',
  day: 'Day',
  key: 'Key',
  deployment: 'API key of the deployment',
  nobody: 'Without a key',
  group: 'Group',
  until: (time: string) => `Counted until ${time}. Requests of the last few seconds may be missing.`,
  empty: 'No requests in this period.',
  caption: 'Requests per day, key and group',
}
