// Forwards, and logs one line, which only a local runtime formats.
import forwarding from './forwarding-worker.js'

export default {
  fetch(request, env) {
    console.log('{}')
    return forwarding.fetch(request, env)
  },
}
