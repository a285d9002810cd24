// Forwards the request and logs one line. Only a local runtime formats the line.
import forwarding from './forwarding-worker.js'

export default {
  fetch(request, env) {
    console.log('{}')
    return forwarding.fetch(request, env)
  },
}
