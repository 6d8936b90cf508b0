import { measureInterleaved } from '../measure/interleaved.ts';
import { versionsOf } from '../measure/peer-versions.ts';
import type { Spread } from '../measure/spread.ts';
import { readRowsWithAjv, readWholeWithAjv } from './read-ajv.ts';
import { readOurs } from './read-ours.ts';
import { readRowsWithValibot, readWholeWithValibot } from './read-valibot.ts';
import { floorName, ownName } from './reader-names.ts';
import type { Reader, Reading } from './reader.ts';
import { rowsPerPage, userPage } from './user-pages.ts';

/** One way of reading pages. */
interface ReaderRow {
  readonly reader: string;
  /** Milliseconds for a page without a fault. */
  readonly cpuMs: Spread;
  readonly wallMs: Spread;
  /** Of a page with broken rows: the rows that are left to work with, and those named as broken. */
  readonly rowsOfFaulty: number;
  readonly namedOfFaulty: number;
}

interface ValidationDocument {
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly pagesARun: number;
  readonly rowsPerPage: number;
  readonly badRows: number;
  readonly readers: readonly ReaderRow[];
}

interface ValidationOrder {
  readonly rounds: number;
  /** Of one run: one of them alone stays in the caches of a processor. */
  readonly pages: number;
}

const readers: Readonly<Record<string, Reader>> = {
  [floorName]: parseAlone,
  'ajv, whole page': readWholeWithAjv,
  'ajv, row by row': readRowsWithAjv,
  'valibot, whole page': readWholeWithValibot,
  'valibot, row by row': readRowsWithValibot,
  [ownName]: readOurs,
};
const badRows = 5;

/** Reads the same pages with every reader, in turns; and a page with broken rows, for what is left of it. */
export async function measureValidation({ rounds, pages }: ValidationOrder): Promise<ValidationDocument> {
  const texts = Array.from({ length: pages }, (_, page) => userPage(0, page + 1).text);
  const timings = await measureInterleaved(
    Object.entries(readers).map(([name, read]) => ({
      name,
      run: async () => {
        for (const text of texts) {
          await read(text);
        }
      },
    })),
    rounds,
  );
  const faulty = userPage(badRows).text;
  const rows = timings.map(async ({ name, cpuMs, wallMs }): Promise<ReaderRow> => {
    const { rows: rowsOfFaulty, named: namedOfFaulty } = (await readers[name]?.(faulty)) ?? { rows: 0, named: 0 };
    return { reader: name, cpuMs: perPage(cpuMs, pages), wallMs: perPage(wallMs, pages), rowsOfFaulty, namedOfFaulty };
  });
  return {
    versions: versionsOf(['ajv', 'valibot', 'zod']),
    rounds,
    pagesARun: pages,
    rowsPerPage,
    badRows,
    readers: await Promise.all(rows),
  };
}

function perPage({ median, min, max }: Spread, pages: number): Spread {
  return { median: median / pages, min: min / pages, max: max / pages };
}

/** The floor: nothing is checked, so that a broken row goes on as if it were none. */
function parseAlone(text: string): Reading {
  const { data } = JSON.parse(text) as { readonly data: readonly unknown[] };
  return { rows: data.length, named: 0 };
}
