import type { Context } from 'hono'
import type { State } from './state.ts'

const refusal = (status: 400 | 401 | 403 | 404, text: string) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

/** GET /oembed (video facts, section 7): needs no key, and responds to IP addresses that the player blocks. */
export const oembed = (state: State) => (c: Context) => {
  const id = getVideoId(c.req.query('url') ?? '')
  if (!id) return refusal(400, 'Bad Request')
  const video = state.videos.get(id)
  if (!video || video.state === 'removed') return refusal(404, 'Not Found')
  if (video.state === 'private') return refusal(403, 'Forbidden')
  if (!video.embeddable) return refusal(401, 'Unauthorized')
  return Response.json({
    title: video.title,
    author_name: video.channel.name,
    author_url: `https://www.youtube.com/@${video.channel.handle}`,
    type: 'video',
    height: 113,
    width: 200,
    version: '1.0',
    provider_name: 'YouTube',
    provider_url: 'https://www.youtube.com/',
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${id}?feature=oembed"></iframe>`,
  })
}

function getVideoId(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^((www|m)\.)?youtube\.com$|^youtu\.be$/.test(url.hostname)) return undefined
  const id = url.hostname === 'youtu.be' ? url.pathname.slice(1) : url.searchParams.get('v')
  return id && /^[\w-]{11}$/.test(id) ? id : undefined
}
