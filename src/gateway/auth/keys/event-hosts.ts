import * as z from 'zod/mini'
import { publicAddress } from '../../../base/public-address.ts'
import { about, converted, field } from '../../http/fields.ts'
import { isLoopback } from '../oauth/oauth.ts'

const MOST_HOSTS = 3
/** The record of a key has room for no more. */
const LONGEST_TOGETHER = 100

/** As it is in the URL of an endpoint: in lower case, in ASCII, and with a port other than that of https. */
const host = () =>
  converted(z.string(), (text, refuse) => {
    const url = URL.parse(`https://${text.trim()}`)
    const isHost = url !== null && !/[/\\?#@]/.test(text) && url.host !== ''
    // A gateway on the caller's own machine delivers to that machine as well, and no other does.
    if (isHost && (isLoopback(url.hostname) || !('error' in publicAddress(url.href, { isPortFree: true }))))
      return url.host
    refuse('must be a public host, such as hooks.example.com')
    return z.NEVER
  })

/** The hosts to which an MCP client may have events sent, as they are received and stored. */
export const eventHosts = () =>
  field(
    z.array(host()).check(
      z.maxLength(MOST_HOSTS, `must name at most ${MOST_HOSTS} hosts`),
      z.refine((hosts) => hosts.join('').length <= LONGEST_TOGETHER, {
        error: `must have at most ${LONGEST_TOGETHER} characters together`,
      }),
    ),
    about(
      'Lets an MCP client receive events, and the hosts to which it may have them sent; with none it can only poll; no events unless said',
      { examples: [['hooks.example.com']] },
    ),
  )
