/** Whether a process of this machine is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user cannot be signalled, but is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
