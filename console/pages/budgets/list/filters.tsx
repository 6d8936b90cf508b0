import { useRead } from '../../../api/queries.ts';
import { ChoiceField } from '../../../parts/lists/choice-field.tsx';
import { SearchField } from '../../../parts/lists/text-filter-field.tsx';
import { harmless } from '../../../parts/texts/name-text.tsx';

/** Filters in the address; empty texts are ignored. */
export type Filters = Readonly<Record<keyof typeof usualFilters, string>>;
export const usualFilters = { search: '', kind: '', team: '', status: '', order: 'runs-out' };

const choices = [
  [
    'kind',
    'Scope',
    [
      ['', 'all'],
      ['org', 'organization'],
      ['team', 'teams'],
      ['user', 'people'],
      ['default', 'default'],
    ],
  ],
  ['team', 'Team and its members', undefined],
  [
    'status',
    'How it stands',
    [
      ['', 'all'],
      ['used-up', 'used up'],
      ['running-out', 'running out'],
      ['lasting', 'lasts'],
      ['not-in-force', 'not in force'],
    ],
  ],
  [
    'order',
    'Order',
    [
      ['runs-out', 'runs out first'],
      ['left', 'least left'],
      ['used', 'most used'],
      ['amount', 'largest amount'],
    ],
  ],
] as const;

export function BudgetFilters({
  filters,
  onChange,
}: {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}) {
  const teams = useRead('listTeams', {}, { isLive: false });
  const names = teams.data?.document.rows.flatMap(({ team }) => (typeof team === 'string' ? [team] : [])) ?? [];
  const teamOptions = [['', 'all'] as const, ...names.map((name) => [name, harmless(name)] as const)];
  return (
    <div className="budgets-filters">
      <SearchField onChange={(search) => onChange({ search })} placeholder="Scope or note" value={filters.search} />
      {choices.map(([name, label, options = teamOptions]) => (
        <ChoiceField
          key={name}
          label={label}
          onChange={(value) => onChange({ [name]: value === usualFilters[name] ? '' : value })}
          options={options}
          value={filters[name]}
        />
      ))}
    </div>
  );
}
