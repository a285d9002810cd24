/** The host of the public API. */
export const API_HOST = 'api.notion.com'
/** The host of the web app, for invitations, and the one that it had before. */
export const APP_HOST = 'app.notion.com'
export const OLD_APP_HOST = 'www.notion.so'

export const isAppHost = (host: string) => host === APP_HOST || host === OLD_APP_HOST
export const isWorkspaceHost = (host: string) => host === API_HOST || isAppHost(host)
