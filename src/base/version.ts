import packageJson from '../../package.json' with { type: 'json' }

/** The version of this release. Only package.json has it. */
export const VERSION: string = packageJson.version
