import type { ComponentChildren } from 'preact'

/** Overflowing content must be scrollable with keys as well, so it can get the focus. */
const SCROLLED = { tabIndex: 0 }

/** Unformatted text, in a scrollable box. */
export const Code = ({ children }: { children: ComponentChildren }) => (
  <pre class="code" {...SCROLLED}>
    {children}
  </pre>
)
