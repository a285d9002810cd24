/** The value at a path with dots. */
const valueAt = (value, path) => path.split('.').reduce((found, name) => found?.[name], value)

/** What a person chooses from a list of the account: the value of an item, and its name. */
const toChoice = ({ names, value }, item) => {
  const name = names
    .map((field) => item[field])
    .filter(Boolean)
    .join(', ')
  return [String(item[value]), (name || String(item[value])).slice(0, 100)]
}

/** The items of a list, up to a limit, of all pages. `ask` sends a request and returns the body of its response. */
async function readPages({ items, next, pages, size, first }, request, ask, limit) {
  const sizes = size && { [size[0]]: pageSize(limit, size[1]) }
  let position = { ...first }
  const found = []
  for (;;) {
    const body = await ask({ ...request, [pages]: { ...request[pages], ...sizes, ...position } })
    found.push(...(valueAt(body, items) ?? []))
    position = Object.fromEntries(
      next.map(([field, path]) => [field, valueAt(body, path)]).filter(([, at]) => at != null),
    )
    // A feed has a next position even at its end, because more may follow later.
    const isLast = position[next[0][0]] === undefined || body.has_more === false
    if (found.length >= limit || isLast) return found.slice(0, limit)
  }
}

/** Some products only accept multiples of ten. */
const pageSize = (limit, largest) => (limit <= 10 ? limit : Math.min(largest, Math.ceil(limit / 10) * 10))

/** Whether an operation has pages. There is a field that replaces them. */
const isPaged = ({ next, window }, { body = {}, query }) =>
  next !== undefined && !(window !== undefined && (window in body || window in query))

module.exports = { isPaged, readPages, toChoice, valueAt }
