import './people.css';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { SearchField } from '../../parts/lists/text-filter-field.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { harmless } from '../../parts/texts/name-text.tsx';
import { type Cap, type Caps, columnsOf } from './columns.tsx';
import { MarkedPeople } from './marked-people.tsx';

const statuses = [
  ['', 'all'],
  ['stopped', 'stopped'],
  ['pending', 'limit on its way'],
  ['failed', 'limit failed'],
  ['unknown', 'limit not answered'],
  ['exempt', 'exempt'],
] as const;

/** Every limited user: stopped ones first, then by remaining credits. */
export function Page() {
  const [filters, setFilters] = useUrlFilters({ search: '', team: '', status: '' });
  const teams = useRead('listTeams', {}, { isLive: false });
  const names = teams.data?.document.rows.flatMap(({ team }) => (typeof team === 'string' ? [team] : [])) ?? [];
  const [mayBudget, mayGrant] = [useMay('importRecords'), useMay('addGrants')];
  const [marked, setMarked] = useState<readonly Cap[]>([]);
  return (
    <PageFrame description="Stopped people first, then those with the least left" title="People">
      <SpaceBetween size="m">
        {marked.length > 0 && <MarkedPeople emails={marked.map(({ email }) => email)} onEnd={() => setMarked([])} />}
        <PagedTable<Cap, Caps>
          columns={columnsOf}
          empty={
            <EmptyState title="No one matches">
              An empty list without filters: no run has read the roster yet.
            </EmptyState>
          }
          filter={
            <div className="people-filters">
              <SearchField
                onChange={(search) => setFilters({ search })}
                placeholder="Part of an email"
                value={filters.search}
              />
              <ChoiceField
                label="Team"
                onChange={(team) => setFilters({ team })}
                options={[['', 'all'], ...names.map((name) => [name, harmless(name)] as const)]}
                value={filters.team}
              />
              <ChoiceField
                label="How they stand"
                onChange={(status) => setFilters({ status })}
                options={statuses}
                value={filters.status}
              />
            </div>
          }
          given={filters}
          keyOf={({ userId }) => userId}
          label="People"
          operation="listCaps"
          {...((mayBudget || mayGrant) && {
            selection: { selected: marked, onSelect: setMarked, labelOf: ({ email }) => harmless(email) },
          })}
        />
      </SpaceBetween>
    </PageFrame>
  );
}
