/** Markdown files are bundled as text (scripts/support/build-pages.ts). */
declare module '*.md' {
  const text: string
  export default text
}
