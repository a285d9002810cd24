/** The host of the public API (workspace facts, sections 1 to 7). */
export const API_HOST = 'api.notion.com'
/** The host of the web app, for invitations (workspace facts, section 8). */
export const APP_HOST = 'www.notion.so'

export const isWorkspaceHost = (host: string) => host === API_HOST || host === APP_HOST
