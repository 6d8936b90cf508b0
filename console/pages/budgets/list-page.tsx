import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Review } from '../../parts/importing/review.tsx';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { SearchField } from '../../parts/lists/text-filter-field.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { harmless } from '../../parts/texts/name-text.tsx';
import type { BudgetRow } from './budget-row.ts';
import { budgetImport, budgetTable, changedByPercent } from './budget-table.ts';

import './budgets.css';
import { columns } from './list/columns.tsx';
import { Subscribe } from './list/subscribe.tsx';

/** Filters in the address; empty texts are ignored. */
type Filters = Readonly<Record<keyof typeof usualFilters, string>>;
const usualFilters = { search: '', kind: '', team: '', status: '', order: 'runs-out' };

const choices = [
  [
    'kind',
    'Scope',
    [
      ['', 'all'],
      ['org', 'organization'],
      ['team', 'teams'],
      ['members', 'team defaults'],
      ['user', 'people'],
      ['default', 'default'],
      ['model', 'models'],
    ],
  ],
  ['team', 'Team and its members', undefined],
  [
    'status',
    'How it stands',
    [
      ['', 'all'],
      ['used-up', 'used up'],
      ['over-budget', 'over budget, limits go on'],
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

function BudgetFilters({
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

/** Changes the amounts of marked budgets by some percent, with what that would do before it is saved; or copies them. */
function PercentPanel({ rows, onEnd }: { readonly rows: readonly BudgetRow[]; readonly onEnd: () => void }) {
  const [text, setText] = useState('');
  const [isCopied, setCopied] = useState(false);
  const percent = Number(text.replace('%', '').replace('−', '-').trim());
  const isValid = text.trim() !== '' && Number.isFinite(percent) && percent >= -100 && percent !== 0;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(budgetTable.write(rows, '\t'));
    setCopied(true);
  };
  return (
    <Container header={<Header variant="h2">{countedText(rows.length, 'budget')} marked</Header>}>
      <SpaceBetween size="m">
        <FormField
          constraintText="Such as 10 or -15; amounts are rounded to whole credits, unlimited ones stay"
          label="Change the amounts by percent"
          {...(text !== '' && text !== '-' && !isValid && { errorText: 'Give a percentage from -100, and not 0' })}
        >
          <Input inputMode="decimal" onChange={({ detail }) => setText(detail.value)} value={text} />
        </FormField>
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy for a spreadsheet'}</Button>
          <Button onClick={onEnd}>Unmark all</Button>
        </SpaceBetween>
        <Review
          kind={budgetImport}
          file={isValid ? { format: 'csv', content: changedByPercent(rows, percent) } : undefined}
          onDone={onEnd}
        />
      </SpaceBetween>
    </Container>
  );
}

/** Every budget: what is used, left and expected; filtered, ordered and paged by the API. */
export function Page() {
  const [filters, setFilters] = useUrlFilters(usualFilters);
  const mayEdit = useMay('setBudget');
  const mayImport = useMay('importRecords');
  const [marked, setMarked] = useState<readonly BudgetRow[]>([]);
  const navigate = useNavigate();
  return (
    <PageFrame
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {mayEdit && (
            <Button onClick={() => void navigate('/budgets/new')} variant="primary">
              New budget
            </Button>
          )}
          {mayImport && <Button onClick={() => void navigate('/budgets/import')}>Paste or import</Button>}
          {mayImport && <Button onClick={() => void navigate('/budgets/suggest')}>Suggest budgets</Button>}
          <Subscribe />
        </SpaceBetween>
      }
      description="If several budgets apply, the strictest one wins"
      title="Budgets"
    >
      <SpaceBetween size="m">
        {marked.length > 0 && <PercentPanel onEnd={() => setMarked([])} rows={marked} />}
        <PagedTable<BudgetRow>
          columns={columns}
          empty={<NoBudget isFiltered={isFiltered(filters)} onGo={(to) => void navigate(to)} />}
          filter={<BudgetFilters filters={filters} onChange={setFilters} />}
          given={{ ...filters, daily: 'true' }}
          header={<Header variant="h2">Budgets</Header>}
          keyOf={({ scope, window }) => `${scope} ${window}`}
          label="Budgets"
          operation="listBudgets"
          {...(mayImport && {
            selection: {
              selected: marked,
              onSelect: setMarked,
              labelOf: ({ scope, window }) => `${harmless(scope)} ${window}`,
            },
          })}
        />
      </SpaceBetween>
    </PageFrame>
  );
}

function isFiltered({ order: _order, ...narrowing }: Filters): boolean {
  return Object.values(narrowing).some((value) => value !== '');
}

function NoBudget({
  isFiltered: isNarrow,
  onGo,
}: {
  readonly isFiltered: boolean;
  readonly onGo: (to: string) => void;
}) {
  return isNarrow ? (
    <EmptyState action={<Button onClick={() => onGo('/budgets')}>Show all</Button>} title="No budget is so">
      Nothing fits the filters.
    </EmptyState>
  ) : (
    <EmptyState
      action={<Button onClick={() => onGo('/budgets/suggest')}>Suggest budgets from past use</Button>}
      title="No budget yet"
    >
      Without a budget Curfew sets no limits. Start with budgets made from past use, make one, or import a file.
    </EmptyState>
  );
}
