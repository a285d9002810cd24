/** The floors of src, the highest first; rooms on one floor stand beside each other (docs/architecture.md). */
export const FLOORS = [
  ['src/index.ts'],
  ['src/app.ts', 'src/objects/'],
  ['src/surfaces/', 'src/client/', 'src/pages/', 'src/connectors.ts'],
  ['src/groups/'],
  ['src/renderings/', 'src/accounts/'],
  ['src/gateway/'],
  ['src/upstream/'],
  ['src/base/'],
] as const

/** The floor of a file by its number from 0, or -1. */
export const parseFloor = (file: string) => FLOORS.findIndex((rooms) => rooms.some((room) => file.startsWith(room)))

/** The room of a file, undefined where it stands in none. */
export const parseRoom = (file: string) => FLOORS[parseFloor(file)]?.find((room) => file.startsWith(room))
