import { BROWSER_SESSIONS } from './browser-session.ts'

const { rows, kinds, open } = BROWSER_SESSIONS.recorder

/**
 * An expression that reads the recorder's session from the page that evaluates it, in each known layout of its rows. It
 * takes the tokens of the session, which workspace is open, and the names of workspaces: the rows beside them have a token
 * of the profile, and those of other services. `[]` when there is nothing.
 */
export const READ_RECORDER_ROWS = [
  `JSON.stringify(Object.entries(localStorage).filter(([n]) => /${rows}/.test(n)).map(([n, v]) => [n, function pick(v, n) { `,
  "if (typeof v === 'string') { try { return pick(JSON.parse(v), n) } catch {} ",
  `try { if (/${kinds}/.test(JSON.parse(atob(v.trim().replace(/^bearer\\s+/i, '').split('.')[0].replace(/-/g, '+').replace(/_/g, '/'))).typ)) return v } catch {} `,
  `return /${open}/.test(n) ? v : undefined } `,
  "if (typeof v !== 'object' || !v) return; ",
  'const kept = Object.entries(v).map(([n, v]) => [n, pick(v, n)]).filter(([, v]) => v); ',
  'if (kept.length) return { ...Object.fromEntries(kept), ...(v.workspaceId && { workspaceId: v.workspaceId, name: v.name }) } ',
  '}(v, n)]).filter(([, v]) => v))',
].join('')
