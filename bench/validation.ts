import { runClaim } from './measure/claim.ts';
import { tableText, versionsOf, versionsText } from './measure/figures.ts';
import { measureInterleaved } from './measure/interleaved.ts';
import { ratioOf, spreadOfEach, spreadText } from './measure/spread.ts';
import { floorName, ownName, readers } from './validation/readers.ts';
import { rowsPerPage, userPage } from './validation/user-pages.ts';

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
