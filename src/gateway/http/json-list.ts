const encode = (text: string) => new TextEncoder().encode(text)

/** A JSON object whose field `name` lists items in UTF-8, in pieces that are freed as they are read. */
export function jsonList(name: string, items: readonly Uint8Array[], about: object): ReadableStream<Uint8Array> {
  const separated = items.flatMap((item, index) => (index === 0 ? [item] : [encode(','), item]))
  const parts = [encode(`{"${name}":[`), ...separated, encode(`],${JSON.stringify(about).slice(1)}`)].reverse()
  return new ReadableStream({
    pull: (controller) => {
      const part = parts.pop()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
}
