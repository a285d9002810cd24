// The anchor of the start: a Worker with nothing in it.
export default { fetch: () => new Response() }
