/** A file that a response can be saved as. */
export interface SavedFile {
  name: string
  type: string
  text: string
}

/** Makes the browser download a file. */
export function saveFile({ name, type, text }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
