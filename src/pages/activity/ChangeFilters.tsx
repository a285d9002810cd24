import { useEffect, useId, useState } from 'preact/hooks'
import { ACTOR_KINDS, type AuditEntry, type AuditFilter, OUTCOMES } from '../api/activity-types.ts'
import { useTexts } from '../text/language.tsx'
import { Select } from '../ui/Select.tsx'

interface Props {
  filter: AuditFilter
  /** Their keys and clients are offered as filters and their actions as suggestions. So are those of earlier lists. */
  seen: readonly AuditEntry[]
  onFilter: (filter: AuditFilter) => void
}

/** Filters entries by actor, action and outcome. */
export function ChangeFilters({ filter, seen, onFilter }: Props) {
  const { activity: texts } = useTexts()
  const id = useId()
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
      <div class="field">
        <label for={`${id}-action`}>{texts.action}</label>
        <input
          id={`${id}-action`}
          list={`${id}-actions`}
          value={filter.action}
          placeholder={texts.everything}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onChange={(event) => onFilter({ ...filter, action: event.currentTarget.value.trim() })}
        />
        <datalist id={`${id}-actions`}>
          {[...actions].sort().map((action) => (
            <option key={action} value={action} />
          ))}
        </datalist>
      </div>
      <Select
        label={texts.outcome}
        value={filter.outcome}
        options={[['', texts.anyOutcome], ...OUTCOMES.map((outcome) => [outcome, texts.outcomes[outcome]] as const)]}
        onValue={(outcome) => onFilter({ ...filter, outcome })}
      />
    </div>
  )
}
