import { useRead } from '../../api/queries.ts';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { DayField } from '../../parts/lists/day-field.tsx';
import { SearchField } from '../../parts/lists/text-filter-field.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';

/** What is looked at, as it stands in the address; empty days are the month so far, beside as many days before. */
export const usualFilters = { by: 'user', from: '', through: '', before: '', team: '', search: '' };
type Filters = typeof usualFilters;

export function UsageFilters({
  filters,
  hasModels,
  onChange,
}: {
  readonly filters: Filters;
  /** Models are known of the organization alone. */
  readonly hasModels: boolean;
  readonly onChange: (change: Partial<Filters>) => void;
}) {
  const teams = useRead('listTeams', {}, { isLive: false });
  const names = teams.data?.document.rows.flatMap(({ team }) => (typeof team === 'string' ? [team] : [])) ?? [];
  return (
    <div className="usage-filters">
      <SearchField onChange={(search) => onChange({ search })} placeholder="Part of a name" value={filters.search} />
      <ChoiceField
        label="By"
        onChange={(by) => onChange({ by })}
        options={[['user', 'people'], ['team', 'teams'], ...(hasModels ? [['model', 'models'] as const] : [])]}
        value={filters.by}
      />
      <ChoiceField
        label="Team"
        onChange={(team) => onChange({ team, ...(filters.by === 'model' && { by: 'user' }) })}
        options={[['', 'all'], ...names.map((name) => [name, harmless(name)] as const)]}
        value={filters.team}
      />
      <DayField label="From" onChange={(from) => onChange({ from })} value={filters.from} />
      <DayField label="Through" onChange={(through) => onChange({ through })} value={filters.through} />
      <DayField label="Compare from" onChange={(before) => onChange({ before })} value={filters.before} />
    </div>
  );
}
