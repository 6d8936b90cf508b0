import { randomOf } from '../../emulator/state/random.ts';

export const rowsPerPage = 100;

const faults: readonly Readonly<Record<string, unknown>>[] = [
  { billable_tokens: 'many' },
  { date: '2026-05-32' },
  { user_id: '' },
  { billable_tokens: -5 },
  { billable_tokens: 1.5 },
];

/** A page of people as the text that the platform serves, with so many rows broken, spread over the page. */
export function userPage(badRows: number, seed = 7): string {
  const random = randomOf(seed, 'user page');
  const every = badRows === 0 ? Number.POSITIVE_INFINITY : Math.floor(rowsPerPage / badRows);
  const data = Array.from({ length: rowsPerPage }, (_, index) => {
    const isBad = index % every === every - 1 && Math.floor(index / every) < badRows;
    return { ...aRow(random, index), ...(isBad && faults[Math.floor(index / every) % faults.length]) };
  });
  const meta = { org_id: 'org-1', start_date: '2026-05-14', end_date: '2026-05-14', has_more: false };
  return JSON.stringify({ data, meta });
}

function aRow(random: ReturnType<typeof randomOf>, index: number): Readonly<Record<string, unknown>> {
  const count = (max: number) => random.integer(0, max);
  return {
    user_id: `user-${String(index).padStart(6, '0')}`,
    user_email: index % 20 === 0 ? null : `person${index}@acme.example`,
    date: '2026-05-14',
    tool_calls: count(400),
    billable_tokens: count(60_000),
    primary_model: 'atlas-5',
    primary_model_tier: random.pick(['standard', 'thinking']),
    files_created: count(20),
    files_edited: count(90),
    git_commits: count(9),
    git_prs_created: count(3),
    mcp_calls: count(50),
    skill_calls: count(10),
    slash_commands: count(10),
    hooks: count(100),
    sessions: count(8),
    messages: count(200),
    user_messages: count(80),
    assistant_messages: count(120),
    autonomy_ratio: random.float() * 9,
    delegation_level: random.pick(['auto-high', 'auto-low', 'manual']),
    languages: ['typescript', 'python'],
  };
}
