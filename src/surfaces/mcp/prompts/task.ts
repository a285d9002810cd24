/** A task that a person starts in a client as a prompt, and that an agent looks up as a skill. */
export interface Task {
  /** Lower-case words with hyphens, as the Agent Skills format requires. */
  name: string
  /** The tools that its steps need. Without one of them the task is not listed. */
  tools: readonly string[]
  arguments: readonly TaskArgument[]
  en: TaskText
  ko: TaskText
}

export interface TaskArgument {
  name: string
  /** What it is, in both languages. */
  en: string
  ko: string
  isRequired?: true
  /** The name of a resource type: its ids are completed by names (resources/resource-types.ts). */
  resource?: string
}

export interface TaskText {
  title: string
  description: string
  /** What the model does, in this order. */
  steps: readonly string[]
}

export type Language = 'en' | 'ko'

/** The steps as a numbered list. */
export const formatSteps = (steps: readonly string[]): string =>
  steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
