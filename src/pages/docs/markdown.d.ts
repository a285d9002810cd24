/** Markdown files are texts of the bundle (scripts/support/build-pages.ts). */
declare module '*.md' {
  const text: string
  export default text
}
