// The baseline of large responses: it makes the same calls, parses and serializes the same bytes, and does nothing
// else.
const unpacked = async (response) => new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).text()

const READERS = {
  async transcript(env, id) {
    const detail = JSON.parse(await (await fetch(`${env.UPSTREAM}/file/detail/${id}`)).text())
    const link = detail.data.content_list[0].data_link
    return unpacked(await fetch(link))
  },
  rows: async (env, id) =>
    (await fetch(`${env.UPSTREAM}/v1/data_sources/${id}/query`, { method: 'POST', body: '{}' })).text(),
}

export default {
  async fetch(request, env) {
    const [, what, id] = new URL(request.url).pathname.split('/')
    return new Response(JSON.stringify(JSON.parse(await READERS[what](env, id))))
  },
}
