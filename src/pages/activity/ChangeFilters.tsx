import { useEffect, useState } from 'preact/hooks'
import { ACTOR_KINDS, OUTCOMES } from '../../base/usage.ts'
import type { AuditEntry, AuditFilter } from '../api/activity-types.ts'
import { useTexts } from '../text/language.tsx'
import { Select } from '../ui/Select.tsx'
import type { OperationNames } from './operation-names.ts'

interface Props {
  filter: AuditFilter
  /** Their keys, clients and actions are offered as filters. So are those of earlier lists. */
  seen: readonly AuditEntry[]
  names: OperationNames
  onFilter: (filter: AuditFilter) => void
}

/** Filters entries by actor, action and outcome. */
export function ChangeFilters({ filter, seen, names, onFilter }: Props) {
  const { activity: texts } = useTexts()
  const [actors, setActors] = useState<ReadonlyMap<string, string>>(new Map())
  const [actions, setActions] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const named = seen.flatMap(({ actor: { kind, id: actor, name } }) =>
      actor && name ? [[actor, `${texts.kinds[kind]}: ${name}`] as const] : [],
    )
    setActors((last) => new Map([...last, ...named]))
    setActions((last) => new Set([...last, ...seen.map(({ action }) => action)]))
  }, [seen, texts])
  return (
    <div class="filters">
      <Select
        label={texts.actor}
        value={filter.actor}
        options={[['', texts.everybody], ...ACTOR_KINDS.map((kind) => [kind, texts.kinds[kind]] as const), ...actors]}
        onValue={(actor) => onFilter({ ...filter, actor })}
      />
      <Select
        label={texts.action}
        value={filter.action}
        options={[['', texts.everything], ...[...actions].map((action) => [action, names[action] ?? action] as const)]}
        onValue={(action) => onFilter({ ...filter, action })}
      />
      <Select
        label={texts.outcome}
        value={filter.outcome}
        options={[['', texts.anyOutcome], ...OUTCOMES.map((outcome) => [outcome, texts.outcomes[outcome]] as const)]}
        onValue={(outcome) => onFilter({ ...filter, outcome })}
      />
    </div>
  )
}
