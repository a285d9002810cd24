import { GROUPS } from '../../base/groups.ts'
import { useTexts } from '../text/language.tsx'

interface Props {
  groups: readonly string[] | null
  onGroups: (groups: readonly string[] | null) => void
  /** Whether someone has tried to submit. */
  tried: boolean
}

/** A choice of all groups, or some of them. */
export function GroupChoice({ groups, onGroups, tried }: Props) {
  const { keys: texts, words } = useTexts()
  return (
    <fieldset class="field">
      <legend>{texts.groups}</legend>
      <label class="tick">
        <input type="radio" name="groups" checked={groups === null} onChange={() => onGroups(null)} />
        {texts.allGroups}
      </label>
      <label class="tick">
        <input type="radio" name="groups" checked={groups !== null} onChange={() => onGroups(groups ?? [])} />
        {texts.someGroups}
      </label>
      {groups && (
        <div class="ticks">
          {GROUPS.map((group) => (
            <label class="tick" key={group}>
              <input
                type="checkbox"
                checked={groups.includes(group)}
                onChange={({ currentTarget: { checked } }) =>
                  onGroups(GROUPS.filter((other) => (other === group ? checked : groups.includes(other))))
                }
              />
              {words.groups[group]}
            </label>
          ))}
        </div>
      )}
      {tried && groups?.length === 0 && <p class="fault">{texts.groupsMissing}</p>}
    </fieldset>
  )
}
