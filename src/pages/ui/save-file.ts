/** A file that an answer can be kept as. */
export interface SavedFile {
  name: string
  type: string
  text: string
}

/** Hands a file to the browser, which puts it where its downloads go. */
export function saveFile({ name, type, text }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
