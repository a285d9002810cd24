// The baseline of the request figures: it forwards the request and returns the response, and does nothing else.
export default {
  fetch: (request, env) => fetch(new Request(`${env.UPSTREAM}/config/init?platform=web&version=1.1.1`, request)),
}
