/**
 * The unit of limits by IP address: an IPv4 address, or the /64 of an IPv6 address, because one home or server has a
 * whole /64. Other text is not changed.
 */
export function formatNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = parseFields(head)
  const after = tail === undefined ? [] : parseFields(tail)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const fields = [...before, ...(tail === undefined ? [] : zeros), ...after]
  return `${fields.slice(0, 4).join(':')}::/64`
}

/** The 16-bit fields of a part of an IPv6 address, without leading zeros. */
const parseFields = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((field) => field.replace(/^0+(?=.)/, ''))
