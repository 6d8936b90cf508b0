import { localTableNames } from '../../../../local/storage/create-tables.ts';
import { tableDefinitions, type TableKey, type TableNames } from '../../../../shared/kernel/contract/tables.ts';

const base = 'curfew-smoke-';
const prefixPattern = /^curfew-smoke-(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(\d{2})z-[a-z0-9]{8}-/;

/** What the names of one run's tables begin with: when it was begun, to the second, and a random word of eight. */
export function tablePrefix(nowMs: number, word: string): string {
  const instant = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase();
  return `${base}${instant}z-${word.replaceAll(/[^a-z0-9]/g, '').slice(0, 8)}-`;
}

/** The names of the temporary tables of one run. */
export function temporaryTables(prefix: string): TableNames {
  return localTableNames(prefix);
}

/** When the run was begun whose table this is (Unix milliseconds), and its prefix; undefined for any other table. */
export function trialTableOf(name: string): { readonly prefix: string; readonly begunMs: number } | undefined {
  const found = prefixPattern.exec(name);
  const [prefix = '', ...digits] = found ?? [];
  if (found === null || !isTableKey(name.slice(prefix.length))) {
    return undefined;
  }
  const [year, month, day, hour, minute, second] = digits;
  const begunMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begunMs) ? undefined : { prefix, begunMs };
}

function isTableKey(text: string): text is TableKey {
  return Object.hasOwn(tableDefinitions, text);
}
