import { badGateway } from '../../base/errors.ts'

const PATH = '/api/timedtext'

/**
 * The path and query to read a track as json3, on the product's host or its relay. Changes nothing but `fmt`, because
 * the link is signed. Throws 502 for a link to anything but the product's captions.
 */
export function captionPath(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const ours = url?.protocol === 'https:' && /^([\w-]+\.)*youtube\.com$/.test(url.hostname) && url.port === ''
  if (!url || !ours || url.pathname !== PATH) {
    throw badGateway('the video service named a caption address that is not its own', 'foreign address')
  }
  const query = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !/^fmt(=|$)/.test(parameter))
  return `${PATH}?${[...query, 'fmt=json3'].join('&')}`
}

/** Whether a link requires a token. Reading such a link would take seconds and return nothing. */
export function needsToken(baseUrl: string): boolean {
  const marks = URL.canParse(baseUrl) ? (new URL(baseUrl).searchParams.get('exp') ?? '').split(',') : []
  return marks.includes('xpe') || marks.includes('xpv')
}
