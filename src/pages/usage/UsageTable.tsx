import type { UsageRow } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { number } from '../text/moments.ts'

export function UsageTable({ rows }: { rows: readonly UsageRow[] }) {
  const { usage } = useTexts()
  const { language } = useLanguage()
  const newestFirst = [...rows].sort((a, b) => b.day.localeCompare(a.day))
  return (
    <div class="card table counts">
      <table>
        <caption class="unseen">{usage.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{usage.day}</th>
            <th scope="col">{usage.key}</th>
            <th scope="col">{usage.group}</th>
            <th scope="col" class="number">
              {usage.ok}
            </th>
            <th scope="col" class="number">
              {usage.refused}
            </th>
            <th scope="col" class="number">
              {usage.failed}
            </th>
          </tr>
        </thead>
        <tbody>
          {newestFirst.map(({ day, key, key_id, group, ok, refused, failed }) => (
            <tr key={`${day} ${key_id} ${group}`}>
              <th scope="row">{day}</th>
              <td data-label={usage.key}>{key_id === 'deployment' ? usage.deployment : (key ?? usage.nobody)}</td>
              <td data-label={usage.group}>{group}</td>
              <td data-label={usage.ok} class="number">
                {number(language, ok)}
              </td>
              <td data-label={usage.refused} class="number">
                {number(language, refused)}
              </td>
              <td data-label={usage.failed} class="number">
                {number(language, failed)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
