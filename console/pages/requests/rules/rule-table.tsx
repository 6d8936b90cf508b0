import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';

import { hasRight, useCaller, useMay } from '../../../api/caller.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PagedTable } from '../../../parts/lists/paged-table.tsx';
import { CreditText } from '../../../parts/texts/credit-text.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { ruleOf, type Rule } from './rule-form.ts';

type RuleRow = Readonly<Record<string, unknown>>;

/** Rules that approve requests automatically. */
export function Rules() {
  // Users limited to a team do not see organization-wide rules.
  return hasRight(useCaller(), 'read') ? <RuleTable /> : null;
}

function RuleTable() {
  const mayEdit = useMay('setRecord');
  const navigate = useNavigate();
  return (
    <PagedTable<RuleRow>
      columns={columns}
      empty={
        <EmptyState title="No rule yet: somebody decides every request">
          A rule approves small requests by itself, up to so many credits a request, a person and a month.
        </EmptyState>
      }
      given={{ kind: 'rules' }}
      header={
        <Header
          actions={mayEdit && <Button onClick={() => void navigate('/requests/rules/new')}>New rule</Button>}
          description="Requests within a rule are approved at once, without anybody"
          variant="h2"
        >
          Rules
        </Header>
      }
      keyOf={(row) => ruleOf(row).name}
      label="Rules"
      operation="listRecords"
    />
  );
}

function column(id: string, header: string, cell: (rule: Rule) => ReactNode): TableProps.ColumnDefinition<RuleRow> {
  return { id, header, cell: (row) => cell(ruleOf(row)), ...(id === 'name' && { isRowHeader: true }) };
}

const columns: readonly TableProps.ColumnDefinition<RuleRow>[] = [
  column('name', 'Rule', ({ name }) => (
    <Link to={`/requests/rules/${encodeURIComponent(name)}`}>
      <NameText text={name} />
    </Link>
  )),
  column('creditsMax', 'One request', ({ creditsMax }) => <CreditText credits={creditsMax} />),
  column('personMonthMax', 'A person a month', ({ personMonthMax }) => <CreditText credits={personMonthMax} />),
  column('monthMax', 'All a month', ({ monthMax }) => <CreditText credits={monthMax} none="no limit" />),
  column('for', 'For', ({ people, teams }) => (
    <NameText charsMax={200} text={[...people, ...teams.map((team) => `team ${team}`)].join(', ') || 'everybody'} />
  )),
  column('pools', 'Pools', ({ pools }) => pools),
];
