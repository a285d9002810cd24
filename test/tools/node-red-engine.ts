import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../scripts/support/build.ts'

/** Nodes of the test: one that collects messages, and one that catches errors, as Node-RED's own catch node does. */
const NODES = ['collect', 'catch']

const nodeSource = (type: string) => `module.exports = (RED) => {
  RED.nodes.registerType('${type}', function (config) {
    RED.nodes.createNode(this, config)
    this.scope = config.scope
    this.on('input', (msg) => process.emit('latchkey-collected', this.id, msg))
  })
}`

// biome-ignore lint/suspicious/noExplicitAny: a message has any properties
export type Message = Record<string, any>
export type FlowNode = { id: string; type: string; [property: string]: unknown }

/** A user directory of Node-RED in which the printed package is installed. */
export async function makeUserDir(folder: string, printed: string): Promise<{ userDir: string; nodesDir: string }> {
  const [userDir, nodesDir] = [join(folder, 'user'), join(folder, 'nodes')]
  await mkdir(join(userDir, 'node_modules'), { recursive: true })
  await mkdir(join(nodesDir, 'core/examples'), { recursive: true })
  // Without it, a package.json in a folder above determines how Node reads the nodes.
  await writeFile(join(nodesDir, 'package.json'), '{ "type": "commonjs" }')
  await symlink(printed, join(userDir, 'node_modules/node-red-contrib-latchkey'))
  for (const type of NODES) {
    await writeFile(join(nodesDir, `${type}.js`), nodeSource(type))
    const html = `<script>RED.nodes.registerType('${type}', { category: 'test' })</script>`
    await writeFile(join(nodesDir, `${type}.html`), html)
  }
  return { userDir, nodesDir }
}

/** Starts Node-RED's runtime. Its flows and what its nodes stored are those of the user directory. */
export async function startNodeRed({ userDir, nodesDir }: { userDir: string; nodesDir: string }, port: number) {
  const child = fork(join(ROOT, 'test/tools/node-red-process.mjs'), [userDir, nodesDir, String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const collected: { node: string; msg: Message }[] = []
  const logged: string[] = []
  let admin: unknown
  child.on('message', (message: Message) => {
    if (message.msg) collected.push({ node: message.node, msg: message.msg })
    if (message.log !== undefined) logged.push(message.log)
    if (message.admin) admin = message.admin
  })
  await awaitMessage(child, ({ ready }) => ready)
  let last = 0
  const tell = async (command: string, given: object = {}) => {
    last += 1
    const id = last
    const done = awaitMessage(child, (message) => message.done === id)
    child.send({ id, command, ...given })
    const { error } = await done
    if (error) throw new Error(error)
  }
  return {
    logged,
    deploy: (flows: readonly FlowNode[]) => tell('deploy', { flows }),
    receive: (node: string, msg: Message) => tell('receive', { node, msg }),
    /** The messages that a node of the test collected. */
    collected: (node: string) => collected.filter((one) => one.node === node).map(({ msg }) => msg),
    clear: () => void collected.splice(0),
    async admin(path: string, request: object) {
      await tell('admin', { path, ...request })
      return admin
    },
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.send({ command: 'stop' })
      await exited
    },
  }
}

const awaitMessage = (child: ChildProcess, isWanted: (message: Message) => boolean) =>
  new Promise<Message>((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`Node-RED ended with ${code}`))
    const onMessage = (message: Message) => {
      if (!isWanted(message)) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message)
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
