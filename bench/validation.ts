import { randomOf } from '../emulator/state/random.ts';
import { runClaim } from './measure/claim.ts';
import { tableText, versionsOf, versionsText } from './measure/figures.ts';
import { measureInterleaved } from './measure/interleaved.ts';
import { ratioOf, spreadOfEach, spreadText } from './measure/spread.ts';
import { floorName, ownName, readers } from './validation/readers.ts';

const rowsPerPage = 100;

const faults: readonly Readonly<Record<string, unknown>>[] = [
  { billable_tokens: 'many' },
  { date: '2026-05-32' },
  { user_id: '' },
  { billable_tokens: -5 },
  { billable_tokens: 1.5 },
];

/** A page of people as the text that the platform serves, with so many rows broken, spread over the page. */
function userPage(badRows: number, seed = 7): string {
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

/*
 * A page of 100 people read by its schema: ours, which sets a broken row aside and keeps its neighbours, beside
 * JSON.parse alone, ajv and valibot. The goal: a broken row costs no other one.
 */
const badRows = 5;

/** Reads the same pages with each reader, in turns; and a page with broken rows, for the rows that remain. */
export async function measureValidation({ rounds, pages }: { readonly rounds: number; readonly pages: number }) {
  // One page alone stays in the caches of a processor.
  const texts = Array.from({ length: pages }, (_, page) => userPage(0, page + 1));
  const contestants = Object.entries(readers).map(([name, read]) => ({
    name,
    run: async () => {
      for (const text of texts) {
        await read(text);
      }
    },
  }));
  const rows = (await measureInterleaved(contestants, rounds)).map(async ({ name, cpuMs, wallMs }) => {
    const faulty = (await readers[name]?.(userPage(badRows))) ?? { rows: 0, named: 0 };
    return {
      reader: name,
      cpuMs: spreadOfEach(cpuMs, pages),
      wallMs: spreadOfEach(wallMs, pages),
      rowsOfFaulty: faulty.rows,
      namedOfFaulty: faulty.named,
    };
  });
  const versions = versionsOf(['ajv', 'valibot', 'zod']);
  return { versions, rounds, pagesARun: pages, rowsPerPage, badRows, readers: await Promise.all(rows) };
}

await runClaim(import.meta, async (options) => {
  const document = await measureValidation({ rounds: options.number('rounds'), pages: options.number('pages') });
  const { readers: rows, versions, rounds } = document;
  const good = rowsPerPage - badRows;
  const rowOf = (name: string) => rows.find(({ reader }) => reader === name) ?? rows[0];
  const [ours, floorMs] = [rowOf(ownName), rowOf(floorName)?.cpuMs.median ?? Number.NaN];
  const left = (row: (typeof rows)[number]) =>
    row.rowsOfFaulty === rowsPerPage ? `${row.rowsOfFaulty}, broken ones too` : String(row.rowsOfFaulty);
  const titles = ['reader', 'CPU a page', 'times JSON.parse', 'wall a page'];
  return {
    document,
    ratios: rows.flatMap((row) =>
      ours === undefined || row === ours
        ? []
        : [
            ratioOf([`CPU of a page of ${rowsPerPage} rows`, row.reader], row.cpuMs, ours.cpuMs, {
              unit: 'ms',
              digits: 3,
            }),
            {
              ...ratioOf(
                [`rows left of ${good} good and ${badRows} broken ones`, row.reader],
                row.rowsOfFaulty,
                ours.rowsOfFaulty,
              ),
              peerFigure: left(row),
              isBetter: 'higher',
            },
          ],
    ),
    report: [
      tableText(
        [...titles, `rows left of ${good}, ${badRows} broken`, 'named as broken'],
        rows.map((row) => [
          row.reader,
          spreadText(row.cpuMs, 'ms', 3),
          (row.cpuMs.median / floorMs).toFixed(2),
          spreadText(row.wallMs, 'ms', 3),
          left(row),
          row.namedOfFaulty,
        ]),
      ),
      `\n${rounds} rounds in turns: median (least–most). ${versionsText(versions)}.`,
    ],
    versions,
    hasReachedGoal: ours?.rowsOfFaulty === good,
  };
});
