// The anchor of the request figures: it forwards, and does nothing else.
export default {
  fetch: (_request, env) => fetch(`${env.UPSTREAM}/config/init?platform=web&version=1.1.1`),
}
