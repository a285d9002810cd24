import type { ExtractSchema } from 'hono/types'
import type { notes } from '../groups/notes/routes.ts'
import type { payment } from '../groups/payment/routes.ts'
import type { recorder } from '../groups/recorder/routes.ts'
import type { shop } from '../groups/shop/routes.ts'
import type { social } from '../groups/social/routes.ts'
import type { video } from '../groups/video/routes.ts'
import type { workspace, workspaceV2 } from '../groups/workspace/routes.ts'

/**
 * The routes of each group, taken from the type of its router, so that a bundle of the client holds no code of the
 * gateway. Each group is a member of its own, because a compiler then evaluates only the groups that a program uses.
 */
export interface Groups {
  recorder: Below<'/recorder', ExtractSchema<typeof recorder>>
  notes: Below<'/notes', ExtractSchema<typeof notes>>
  workspace: Below<'/workspace', ExtractSchema<typeof workspace>>
  workspaceV2: Below<'/workspace', ExtractSchema<typeof workspaceV2>>
  shop: Below<'/shop', ExtractSchema<typeof shop>>
  payment: Below<'/payment', ExtractSchema<typeof payment>>
  video: Below<'/video', ExtractSchema<typeof video>>
  social: Below<'/social', ExtractSchema<typeof social>>
}

/** Routes by their path below the group: `/files/:id` for `/recorder/files/:id`. */
type Below<Prefix extends string, Schema> = {
  [Path in keyof Schema as Path extends `${Prefix}${infer Rest}` ? Rest : never]: Schema[Path]
}

export type Group = keyof Groups
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths of a group that have the method. */
export type PathOf<In extends Group, By extends Method> = {
  [Path in keyof Groups[In]]: `$${By}` extends keyof Groups[In][Path] ? Path : never
}[keyof Groups[In]]

type Endpoint<In extends Group, By extends Method, Path extends PathOf<In, By>> = Groups[In][Path][`$${By}` &
  keyof Groups[In][Path]]

/**
 * The input of a call: `param`, `query`, `header` and `json` as the operation declares them, and a `signal` that ends the
 * call early. A query or a header takes a list, a number or a flag as such; an empty list counts as absent.
 */
export type Input<In extends Group, By extends Method, Path extends PathOf<In, By>> =
  Endpoint<In, By, Path> extends { input: infer Places }
    ? Simplify<Optional<Places> & { signal?: AbortSignal | undefined }>
    : never

/** The body of a success, void for an operation that answers 204. */
export type Answer<In extends Group, By extends Method, Path extends PathOf<In, By>> =
  Endpoint<In, By, Path> extends { output: infer Body } ? Body : never

/** Makes a place optional when none of its fields is required. */
type Optional<Places> = {
  [Place in keyof Places as MayBeEmpty<Places[Place]> extends true ? Place : never]?: Places[Place]
} & { [Place in keyof Places as MayBeEmpty<Places[Place]> extends true ? never : Place]: Places[Place] }

export type MayBeEmpty<Value> = Record<never, never> extends Value ? true : false

type Simplify<Value> = { [Name in keyof Value]: Value[Name] }
