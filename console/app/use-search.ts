import { hasRight, useCaller, useMay } from '../api/caller.ts';
import { useRead } from '../api/queries.ts';
import { useDelayed } from '../parts/lists/use-delayed.ts';
import { pages } from './pages.ts';
import { type Match, matching } from './search-matches.ts';
import { useViews } from './views.ts';

const pauseMs = 200;
/** One letter finds everything. */
const lettersMin = 2;
const rows = '6';

/** What of pages, people, teams, budgets and alerts a text means, as far as the caller may see it. */
export function useSearch(
  typed: string,
  isOpen: boolean,
): { readonly matches: readonly Match[]; readonly isReading: boolean } {
  const caller = useCaller();
  const { views } = useViews();
  const search = useDelayed(typed.trim(), pauseMs);
  const isWanted = isOpen && search.length >= lettersMin;
  const [mayPeople, mayTeams, mayBudgets, mayAlerts] = [
    useMay('listCaps'),
    useMay('listTeams'),
    useMay('listBudgets'),
    useMay('listAlerts'),
  ];
  const terms = (may: boolean) => ({ isWanted: isWanted && may, isLive: false, keepsRows: true });
  const people = useRead('listCaps', { search, limit: rows }, terms(mayPeople));
  const teams = useRead('listTeams', {}, terms(mayTeams));
  const budgets = useRead('listBudgets', { search, limit: rows }, terms(mayBudgets));
  const alerts = useRead('listAlerts', { search, limit: rows }, terms(mayAlerts));
  const seen = pages.filter(({ path, right = 'read' }) => !path.includes(':') && hasRight(caller, right));
  const named = isWanted
    ? [
        ...(people.data?.document.rows ?? []).map(personMatch),
        ...(teams.data?.document.rows ?? []).map(teamMatch),
        ...(budgets.data?.document.rows ?? []).map(budgetMatch),
        ...(alerts.data?.document.rows ?? []).map(alertMatch),
      ]
    : [];
  return {
    matches: matching(typed, [
      ...seen.map(({ title, path }): Match => ({ group: 'Pages', text: title, to: path })),
      ...views.map(({ name, to }): Match => ({ group: 'Saved views', text: name, to })),
      ...named,
    ]),
    isReading: [people, teams, budgets, alerts].some(({ isFetching }) => isFetching),
  };
}

function personMatch({ email, team }: { readonly email: string; readonly team?: string | null }): Match {
  return { group: 'People', text: email, note: team ?? '', to: `/people/${encodeURIComponent(email)}` };
}

function teamMatch(row: object): Match {
  const name = textOf(row, 'team');
  return { group: 'Teams', text: name, to: `/teams/${encodeURIComponent(name)}` };
}

function budgetMatch(row: object): Match {
  const [scope, window] = [textOf(row, 'scope'), textOf(row, 'window')];
  return { group: 'Budgets', text: scope, note: window, to: `/budgets/${encodeURIComponent(scope)}?window=${window}` };
}

function alertMatch({
  id,
  headline,
  severity,
  kind,
}: {
  readonly id: string;
  readonly headline: string;
  readonly severity: string;
  readonly kind: string;
}): Match {
  return {
    group: 'Alerts',
    text: headline,
    note: severity,
    more: kind,
    to: `/alerts?alert=${encodeURIComponent(id)}`,
  };
}

function textOf(row: object, field: string): string {
  const value = (row as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : '';
}
