/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of another user may not be asked, and runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
