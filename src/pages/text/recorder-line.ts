/**
 * Copies the tokens of the session from the recorder's page, in each known layout of its rows, and which workspace is
 * open. Of the workspaces it copies ids and names, and of the tokens no other kind than the session's: the rows beside
 * them have a token of the profile, and those of other services.
 */
export const RECORDER_SNIPPET = [
  'copy(JSON.stringify(Object.entries(localStorage).filter(([n]) => /^token$|tokenstr$|^pld_/.test(n)).map(([n, v]) => [n, function pick(v, n) { ',
  "if (typeof v === 'string') { try { return pick(JSON.parse(v), n) } catch {} ",
  "try { if (/^(UT|WT|WRT)$/.test(JSON.parse(atob(v.trim().replace(/^bearer\\s+/i, '').split('.')[0].replace(/-/g, '+').replace(/_/g, '/'))).typ)) return v } catch {} ",
  'return /(^|:)current(Workspace)?Id$/.test(n) ? v : undefined } ',
  "if (typeof v !== 'object' || !v) return; ",
  'const kept = Object.entries(v).map(([n, v]) => [n, pick(v, n)]).filter(([, v]) => v); ',
  'if (kept.length) return { ...Object.fromEntries(kept), ...(v.workspaceId && { workspaceId: v.workspaceId, name: v.name }) } ',
  '}(v, n)]).filter(([, v]) => v)))',
].join('')
