const utf8 = new TextEncoder()

/** The documented length of a text: visible characters, with emoji as their UTF-8 bytes (social facts, section 3). */
export function documentedLength(text: string): number {
  const spelled = text.replace(/\p{RGI_Emoji}/gv, (emoji) => '*'.repeat(byteLength(emoji)))
  return [...new Intl.Segmenter().segment(spelled)].length
}

export const byteLength = (text: string) => utf8.encode(text).length
