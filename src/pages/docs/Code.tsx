import type { ComponentChildren } from 'preact'

/** What is longer than its box is scrolled by keys, too, which takes the focus. */
const SCROLLED = { tabIndex: 0 }

/** Text as it is, in a box that scrolls. */
export const Code = ({ children }: { children: ComponentChildren }) => (
  <pre class="code" {...SCROLLED}>
    {children}
  </pre>
)
