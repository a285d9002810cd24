/** The layers of src, highest first. Modules in one layer do not depend on each other (docs/architecture.md). */
export const LAYERS = [
  ['src/index.ts'],
  ['src/app.ts', 'src/objects/'],
  ['src/mcp/', 'src/connectors/', 'src/client/', 'src/pages/', 'src/openapi/', 'src/registry.ts'],
  ['src/groups/'],
  ['src/renderings/', 'src/accounts/'],
  ['src/gateway/'],
  ['src/upstream/'],
  ['src/base/'],
] as const

/** The layer of a file by index, or -1. */
export const getLayer = (file: string) =>
  LAYERS.findIndex((modules) => modules.some((module) => file.startsWith(module)))

/** The module of a file. Undefined when it belongs to none. */
export const getModule = (file: string) => LAYERS[getLayer(file)]?.find((module) => file.startsWith(module))
