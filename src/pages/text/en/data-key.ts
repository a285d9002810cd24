export const dataKey = {
  wayBack: 'To set the key that you saved, run this in the folder of the project',
  start: 'Start with empty data',
  title: 'Start with empty data?',
  lead: 'Do this only if the former encryption key is lost. No account is connected then, and there is no named key: connect the accounts again, and create new keys.',
  former:
    'Nothing is deleted. If you find the former key and set it, the former accounts and keys are back. Those that you connect and create in the meantime are not among them.',
  typeHost: (host: string) => `To start with empty data, type ${host}`,
  restore: 'Write the keys again',
  restored: (count: number) =>
    count === 1 ? 'One key was written again.' : `${count} keys were written again. All work within two minutes.`,
}
