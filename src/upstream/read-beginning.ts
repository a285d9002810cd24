/** The beginning of a body as text. What is longer is neither read nor waited for. */
export async function readBeginning({ body }: Response, most: number): Promise<string> {
  if (!body) return ''
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; size < most; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value.subarray(0, most - size), { stream: true })
    size += value.byteLength
  }
  await reader.cancel()
  return text
}
