// Makes the same calls as the gateway, parses the product's answer, prints the gateway's answer, and does nothing else. A
// PUT says what that is. It logs a line as long as the gateway's, because only the local runtime formats it.
const unpacked = async (response) => new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).text()

const READERS = {
  async transcript(env, id) {
    const detail = JSON.parse(await (await fetch(`${env.UPSTREAM}/file/detail/${id}`)).text())
    return unpacked(await fetch(detail.data.content_list[0].data_link))
  },
  rows: async (env, id) =>
    (await fetch(`${env.UPSTREAM}/v1/data_sources/${id}/query`, { method: 'POST', body: '{}' })).text(),
}

const LINE = 'x'.repeat(300)
let answer

export default {
  async fetch(request, env) {
    if (request.method === 'PUT') {
      answer = await request.json()
      return new Response()
    }
    const [, what, id] = new URL(request.url).pathname.split('/')
    console.log(LINE)
    JSON.parse(await READERS[what](env, id))
    return new Response(JSON.stringify(answer))
  },
}
