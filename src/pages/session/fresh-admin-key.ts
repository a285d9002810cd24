/** 24 random bytes in base64url, which need no quotes in shells and settings files. */
export const freshAdminKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

/** The same command in sh, PowerShell and cmd. It asks for the value. */
export const SET_COMMAND = 'npx wrangler secret put ADMIN_KEY'
