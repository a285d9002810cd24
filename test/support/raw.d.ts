declare module '*?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  /** Files that match, by path. Vite replaces the call by imports. */
  glob<T>(pattern: string, options: { eager: true; import: 'default' }): Record<string, T>
}
