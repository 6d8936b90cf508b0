import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';

import { useRead } from '../../../api/queries.ts';
import { harmless } from '../../../parts/texts/name-text.tsx';
import { SearchField } from '../../../parts/lists/search-field.tsx';

/** What the list is narrowed to; empty texts are not asked for. Each stands in the address. */
export type Filters = Readonly<Record<keyof typeof usualFilters, string>>;
export const usualFilters = { search: '', kind: '', team: '', status: '', order: 'runs-out' };

interface BudgetFiltersProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

const choices = {
  kind: {
    label: 'Scope',
    options: [
      ['', 'all'],
      ['org', 'organization'],
      ['team', 'teams'],
      ['user', 'people'],
      ['default', 'default'],
    ],
  },
  status: {
    label: 'How it stands',
    options: [
      ['', 'all'],
      ['used-up', 'used up'],
      ['running-out', 'running out'],
      ['lasting', 'lasts'],
      ['not-in-force', 'not in force'],
    ],
  },
  order: {
    label: 'Order',
    options: [
      ['runs-out', 'runs out first'],
      ['left', 'least left'],
      ['used', 'most used'],
      ['amount', 'largest amount'],
    ],
  },
} as const;

/** Filters of the list of budgets: links to share. */
export function BudgetFilters({ filters, onChange }: BudgetFiltersProps) {
  const teams = useRead('listTeams', {}, { isLive: false });
  const names = teams.data?.document.rows.flatMap(({ team }) => (typeof team === 'string' ? [team] : [])) ?? [];
  const teamOptions = [['', 'all'] as const, ...names.map((name) => [name, harmless(name)] as const)];
  return (
    <div className="budgets-filters">
      <SearchField onChange={(search) => onChange({ search })} placeholder="Scope or note" value={filters.search} />
      <Choice label={choices.kind.label} name="kind" {...{ filters, onChange }} options={choices.kind.options} />
      <Choice label="Team and its members" name="team" {...{ filters, onChange }} options={teamOptions} />
      <Choice label={choices.status.label} name="status" {...{ filters, onChange }} options={choices.status.options} />
      <Choice label={choices.order.label} name="order" {...{ filters, onChange }} options={choices.order.options} />
    </div>
  );
}

interface ChoiceProps extends BudgetFiltersProps {
  readonly name: keyof Filters;
  readonly label: string;
  readonly options: readonly (readonly [string, string])[];
}

function Choice({ name, label, options, filters, onChange }: ChoiceProps) {
  const all = options.map(([value, text]) => ({ value, label: text }));
  return (
    <FormField label={label} stretch>
      <Select
        onChange={({ detail }) => {
          const { value = '' } = detail.selectedOption;
          onChange({ [name]: value === usualFilters[name] ? '' : value });
        }}
        options={all}
        selectedOption={
          all.find(({ value }) => value === filters[name]) ?? { value: filters[name], label: filters[name] }
        }
      />
    </FormField>
  );
}
