/** A key in the API. */
export interface Key {
  id: string
  /** Absent in an earlier version of the gateway. */
  prefix?: string | null
  name: string
  licence: string
  groups: string[] | null
  read_only: boolean
  expires_at: string | null
  disabled: boolean
  last_used_at: string | null
  requests_30d: number | null
}

const COLUMNS: Readonly<Record<string, (key: Key) => string>> = {
  ID: ({ id }) => id,
  KEY: ({ prefix }) => (prefix ? `${prefix}...` : '-'),
  NAME: ({ name }) => name,
  LICENCE: ({ licence }) => licence,
  GROUPS: ({ groups }) => groups?.join(',') ?? 'all',
  MAY: ({ read_only }) => (read_only ? 'read' : 'read, write'),
  STATE: formatState,
  'LAST USED': ({ last_used_at }) => getMinute(last_used_at) ?? '-',
  '30 DAYS': ({ requests_30d }) => String(requests_30d ?? '-'),
}

function formatState({ disabled, expires_at }: Key): string {
  if (disabled) return 'disabled'
  if (expires_at === null) return 'no end'
  return Date.parse(expires_at) <= Date.now() ? `ended ${getMinute(expires_at)}` : `until ${getMinute(expires_at)}`
}

/** In the time zone of this machine. */
function getMinute(instant: string | null): string | undefined {
  if (instant === null) return undefined
  const date = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Headings, and a line for each key. Times are in the time zone of this machine. */
export function keyTable(keys: readonly Key[]): string {
  const columns = Object.entries(COLUMNS).map(([heading, cell]) => {
    const cells = [heading, ...keys.map(cell)]
    const width = Math.max(...cells.map(parseWidth))
    return cells.map((text) => text + ' '.repeat(width - parseWidth(text)))
  })
  return [...Array(keys.length + 1).keys()]
    .map((row) =>
      columns
        .map((cells) => cells[row])
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The width in terminal cells: Korean letters, ideographs and pictures take two. */
const parseWidth = (text: string) =>
  [...text].reduce(
    (sum, letter) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\p{Emoji_Presentation}]/u.test(letter)
        ? 2
        : 1),
    0,
  )
