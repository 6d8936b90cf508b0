import type { OperationGiven } from '../../api/call-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { JournalList } from '../../parts/journal-list.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { TextFilterField } from '../../parts/lists/text-filter-field.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { wordsOf } from '../../parts/texts/amounts.ts';
import { PageLink } from '../../parts/texts/page-link.tsx';

const none = { kind: '', actor: '', subject: '', from: '', through: '' };

/** Runs, decisions, limits, alerts and edits with their authors, in an immutable order. */
export function Page() {
  return (
    <PageFrame
      actions={<PageLink to="/exports?what=journal">Download</PageLink>}
      description="Entries are only ever added. The last week, unless other days are given; days are UTC."
      title="Journal"
    >
      <Entries />
    </PageFrame>
  );
}

function Entries() {
  const [filters, setFilters] = useUrlFilters(none);
  const { kind, actor, subject, from, through } = filters;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <JournalList
      empty={
        <EmptyState title={isFiltered ? 'No entry matches' : 'No entries in the last week'}>
          {isFiltered ? 'Remove a filter, or choose other days.' : 'Choose earlier days.'}
        </EmptyState>
      }
      filter={
        <div className="journal-filters">
          <ChoiceFilter
            allText="Everything"
            label="What"
            onChange={(chosen) => setFilters({ kind: chosen })}
            options={kinds}
            textOf={wordsOf}
            value={kind}
          />
          <TextFilterField
            label="Done by"
            onChange={(value) => setFilters({ actor: value })}
            placeholder="Done by"
            value={actor}
          />
          <TextFilterField
            label="About"
            onChange={(value) => setFilters({ subject: value })}
            placeholder="Person, team, plan …"
            value={subject}
          />
          <TextFilterField
            label="From (UTC day)"
            onChange={(value) => setFilters({ from: value })}
            placeholder="From YYYY-MM-DD"
            type="text"
            value={from}
          />
          <TextFilterField
            label="Through (UTC day)"
            onChange={(value) => setFilters({ through: value })}
            placeholder="Through YYYY-MM-DD"
            type="text"
            value={through}
          />
        </div>
      }
      given={filters}
      title="Entries"
    />
  );
}

/** The kinds of entries that the filter offers, in the order in which people look for them. */
const kinds = [
  'cap-changed',
  'cap-renewed',
  'cap-failed',
  'cap-unknown',
  'plan-held',
  'plan-approved',
  'plan-rejected',
  'plan-applied',
  'budget-changed',
  'team-changed',
  'settings-changed',
  'top-up-added',
  'top-up-ended',
  'exemption-added',
  'exemption-ended',
  'request-asked',
  'request-decided',
  'request-rule-changed',
  'channel-changed',
  'alert-told',
  'alert-acknowledged',
  'alerts-muted',
  'alerts-unmuted',
  'run-asked',
  'run-finished',
  'runs-voided',
  'day-complete',
  'day-suspect',
  'day-restated',
  'roster-changed',
  'controls-told',
  'controls-acknowledged',
  'baseline-approved',
  'session-acted',
  'computer-action',
  'mail-returned',
  'entry-refused',
] as const satisfies readonly NonNullable<OperationGiven<'listJournal'>['kind']>[];
