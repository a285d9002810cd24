/** What all spellings of a name have in common: `videoUrl`, `video-url` and `Video_URL` are `videourl`. */
export const toPlainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]+/gu, '')
