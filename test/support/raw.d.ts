declare module '*?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  /** Files whose names fit, by their path: Vite puts the imports in its place. */
  glob<T>(pattern: string, options: { eager: true; import: 'default' }): Record<string, T>
}
