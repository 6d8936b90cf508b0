import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { beforeEach, describe, expect, test } from 'vitest';

import { CannotStartError } from '../../../../local/cannot-start-error.ts';
import { describeMissingKeys } from '../../../../local/open-everything.ts';
import { localAnchoring, refuseOtherEvidence } from '../../../../local/state/evidence-anchoring.ts';
import { localFingerprintKey } from '../../../../local/state/fingerprint-key.ts';
import { localLinks } from '../../../../local/state/link-key.ts';
import { backUpIfDue, noteMade, readyTables } from '../../../../local/state/ready-tables.ts';
import {
  bindOrigin,
  findInstallation,
  prepareStateFolder,
  stateFolderAt,
  startOver,
  tablesOf,
  type StateFolder,
} from '../../../../local/state/state-folder.ts';
import { listBackups, restoreTables } from '../../../../local/state/tables-backups.ts';
import { lookAtTables } from '../../../../local/state/tables-file.ts';
import { anchorText } from '../../../../shared/evidence/anchors/anchor.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const scratch = useScratchFolder();
const nowMs = Date.parse('2026-03-15T02:31:07Z');
const dayMs = 86_400_000;
let folder: StateFolder;
let troubles: string[];

beforeEach(() => {
  folder = stateFolderAt(scratch.pathOf('state'));
  troubles = [];
  prepareStateFolder(folder);
});

const ready = async (atMs = nowMs) => readyTables(folder, { nowMs: atMs, onTrouble: (text) => troubles.push(text) });

/** As an engine leaves it: tables with rows. */
async function installed(): Promise<void> {
  const { file } = await ready();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (text TEXT)');
  const insert = database.prepare('INSERT INTO rows VALUES (?)');
  for (let row = 0; row < 300; row += 1) {
    insert.run('x'.repeat(500));
  }
  database.close();
  noteMade(folder, ['budgets', 'journal']);
}

function rowsOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT count(*) AS count FROM rows').get();
  database.close();
  return row?.['count'];
}

describe('the tables of an installation', () => {
  test('are begun in a new one, whose file carries its id from then on', async () => {
    const first = await ready();

    expect(first).toEqual({ file: folder.engineFile, made: [] });
    expect(lookAtTables(folder.engineFile)).toEqual({ kind: 'tables', id: tablesOf(folder)?.id });
    expect(statSync(folder.engineFile).mode & 0o777).toBe(0o600);
    await installed();
    expect(await ready()).toEqual({ file: folder.engineFile, made: ['budgets', 'journal'] });
  });

  test.for<[string, (file: string) => void, RegExp]>([
    ['deleted', (file) => rmSync(file), /is missing/u],
    ['emptied', (file) => truncateSync(file), /is empty/u],
    ['cut off', (file) => truncateSync(file, 100_000), /was cut off: it has 100000 of \d+ bytes/u],
    ['cut off in its first page', (file) => truncateSync(file, 60), /is no file of tables/u],
    ['overwritten', (file) => writeFileSync(file, 'x'.repeat(200_000)), /is no file of tables/u],
    [
      'replaced by that of another installation',
      (file) => {
        rmSync(file);
        new DatabaseSync(file).exec('PRAGMA application_id = 7; CREATE TABLE rows (text TEXT)');
      },
      /is the file of another installation/u,
    ],
  ])(
    'that were %s are refused with the newest backup and the command that puts it back, and nothing is touched',
    async ([, spoil, said]) => {
      await installed();
      const backup = await backUpIfDue(folder, { nowMs, onTrouble: () => {}, atOnce: true });
      spoil(folder.engineFile);
      const before = contentsOf(folder.dir);

      const refusal = await ready().catch((error: unknown) => error);

      expect(refusal).toBeInstanceOf(CannotStartError);
      const { message } = refusal as Error;
      expect(message).toMatch(said);
      expect(message).toContain('of 2026-03-15T02:31:07Z');
      expect(message).toContain(`npx curfew restore ${basename(backup?.file ?? '')} --state ${folder.dir}`);
      expect(message).toContain(`npm start -- --fresh --state ${folder.dir}`);
      expect(contentsOf(folder.dir)).toEqual(before);
      restoreTables(folder, backup?.file ?? '', { id: tablesOf(folder)?.id, nowMs });
      expect((await ready()).made).toEqual(['budgets', 'journal']);
      expect(rowsOf(folder.engineFile)).toBe(300);
    },
  );

  test('whose last pages are still in the log beside their file, as after a full disk, are not lost', async () => {
    await installed();
    truncateSync(folder.engineFile, 100_000);
    writeFileSync(`${folder.engineFile}-wal`, 'pages');

    expect(lookAtTables(folder.engineFile).kind).toBe('tables');
  });

  test('that are lost together with the note of them are known by what was made after them', async () => {
    await installed();
    writeFileSync(folder.anchorsFile, '');
    rmSync(folder.engineFile);
    rmSync(folder.markerFile);

    expect(prepareStateFolder(folder)).toEqual([expect.stringContaining('curfew.json was missing')]);
    await expect(ready()).rejects.toThrow(/is missing.*no backup.*AWS_ENDPOINT_URL_DYNAMODB/u);
  });

  test('of which nothing but a backup is left are known by it, and its return is the remedy', async () => {
    await installed();
    const backup = await backUpIfDue(folder, { nowMs: nowMs + dayMs, onTrouble: () => {}, atOnce: true });
    for (const name of readdirSync(folder.dir).filter((entry) => join(folder.dir, entry) !== folder.backupsDir)) {
      rmSync(join(folder.dir, name));
    }
    expect(findInstallation(folder.dir)).toBe('installation');

    expect(prepareStateFolder(folder)).toEqual([expect.stringContaining('was missing and was written again')]);

    await expect(ready()).rejects.toThrow(
      new RegExp(`is missing.*Nothing was changed.*curfew restore ${basename(backup?.file ?? '')}`, 'u'),
    );
    restoreTables(folder, backup?.file ?? '', { id: tablesOf(folder)?.id, nowMs });
    expect(rowsOf((await ready()).file)).toBe(300);
  });

  test('whose backups are damaged or of another installation are lost, with each of them and why', async () => {
    await installed();
    const backup = await backUpIfDue(folder, { nowMs: nowMs + dayMs, onTrouble: () => {}, atOnce: true });
    truncateSync(backup?.file ?? '', 4_096);
    rmSync(folder.engineFile);

    await expect(ready()).rejects.toThrow(
      /No backup in .* can be put back \(tables-.*\.sqlite was cut off: .*\): put/u,
    );
  });

  test('begin anew when Curfew starts over, and backups from before stay without passing for its own', async () => {
    await installed();
    await backUpIfDue(folder, { nowMs, onTrouble: () => {}, atOnce: true });
    const [old] = listBackups(folder);
    rmSync(folder.engineFile);

    startOver(folder);
    await ready();

    expect(listBackups(folder)).toEqual([old]);
    const id = tablesOf(folder)?.id;
    expect(listBackups(folder, id)).toEqual([]);
    expect(() => restoreTables(folder, old?.file ?? '', { id, nowMs })).toThrow(/another installation/u);
  });

  test.for(['missing', 'empty', 'half written'])('go on where the note of them is %s, which is said', async (how) => {
    await installed();
    const id = tablesOf(folder)?.id;
    if (how === 'missing') {
      rmSync(folder.markerFile);
    } else {
      truncateSync(folder.markerFile, how === 'empty' ? 0 : 9);
    }

    const said = prepareStateFolder(folder);

    expect(said).toEqual([
      expect.stringMatching(/curfew\.json (?:was missing|could not be read) and was written again/u),
    ]);
    expect(await ready()).toMatchObject({ file: folder.engineFile });
    expect(tablesOf(folder)?.id).toBe(id);
    expect(prepareStateFolder(folder)).toEqual([]);
  });

  test('are not mixed with those of another organization where the note is lost: the signed heads name theirs', async () => {
    await installed();
    const anchors = localAnchoring(folder, () => ({ controls: {} }) as never);
    const text = anchorText({
      organization: 'one.example',
      seq: 1,
      hash: 'a'.repeat(64),
      at: '2026-03-15T00:00:00.000Z',
    });
    await anchors.anchors.put({ text, signature: '', key: '' });
    rmSync(folder.markerFile);
    prepareStateFolder(folder);

    const origin = { kind: 'platform', baseUrl: 'https://one.example' } as const;
    expect(() => refuseOtherEvidence(folder, { kind: 'demo' })).toThrow(/the evidence of one\.example, not of demo/u);
    expect(() => refuseOtherEvidence(folder, { kind: 'platform', baseUrl: 'https://two.example' })).toThrow(
      CannotStartError,
    );
    refuseOtherEvidence(folder, origin);
    bindOrigin(folder, origin);
    expect(tablesOf(folder)).toBeUndefined();
  });
});

describe('a backup of the tables', () => {
  test('is made once a day, also under an engine at work, and the last four are kept', async () => {
    await installed();
    const atWork = new DatabaseSync(folder.engineFile);
    const made: unknown[] = [];
    for (let day = 0; day < 6; day += 1) {
      atWork.prepare('INSERT INTO rows VALUES (?)').run('later');
      const terms = { nowMs: nowMs + day * dayMs, onTrouble: (text: string) => troubles.push(text), atOnce: true };
      made.push((await backUpIfDue(folder, terms))?.at, await backUpIfDue(folder, terms));
    }
    atWork.close();

    expect(made.filter((each) => each !== undefined)).toHaveLength(6);
    expect(listBackups(folder).map(({ at }) => at.slice(0, 10))).toEqual([
      '2026-03-20',
      '2026-03-19',
      '2026-03-18',
      '2026-03-17',
    ]);
    expect(listBackups(folder).map(({ file }) => rowsOf(file))).toEqual([306, 305, 304, 303]);
    expect(readdirSync(folder.backupsDir)).toHaveLength(4);
    expect(troubles).toEqual([]);
  });

  test('is made by the first command of a later day, before anything is changed', async () => {
    await installed();

    await ready();
    const sameDay = listBackups(folder);
    await ready(nowMs + dayMs);

    expect(sameDay).toEqual([]);
    expect(listBackups(folder).map(({ at }) => at)).toEqual(['2026-03-16T02:31:07Z']);
  });

  test('of tables that are damaged inside is refused, and sound backups stay', async () => {
    await installed();
    const sound = await backUpIfDue(folder, { nowMs, onTrouble: () => {}, atOnce: true });
    const bytes = readFileSync(folder.engineFile);
    writeFileSync(folder.engineFile, bytes.fill(0x5a, 8_192, 60_000));

    await expect(ready(nowMs + dayMs)).rejects.toThrow(/is damaged.*npx curfew restore/u);
    expect(listBackups(folder)).toEqual([sound]);
    expect(readdirSync(folder.backupsDir)).toHaveLength(1);
  });

  test('that cannot be written stops nothing, and is said with what to do', async () => {
    await installed();
    writeFileSync(folder.backupsDir, 'a file where the folder belongs');

    expect((await ready(nowMs + dayMs)).file).toBe(folder.engineFile);
    expect(troubles).toEqual([expect.stringContaining('could not be backed up')]);
  });

  test('goes back also over sound tables, which are moved aside', async () => {
    await installed();
    const backup = await backUpIfDue(folder, { nowMs, onTrouble: () => {}, atOnce: true });
    const now = new DatabaseSync(folder.engineFile);
    now.exec('DELETE FROM rows');
    now.close();
    copyFileSync(folder.engineFile, scratch.pathOf('now'));

    const aside = restoreTables(folder, backup?.file ?? '', { id: tablesOf(folder)?.id, nowMs });

    expect(rowsOf(folder.engineFile)).toBe(300);
    expect(rowsOf(aside ?? '')).toBe(0);
    expect(existsSync(`${folder.engineFile}-wal`)).toBe(false);
  });
});

test('keys that are missing where evidence was signed before are named with what follows', () => {
  expect(describeMissingKeys(folder)).toEqual([]);
  writeFileSync(folder.anchorsFile, '');
  writeFileSync(folder.linkKeyFile, 'key');

  expect(describeMissingKeys(folder)).toEqual([
    expect.stringMatching(/fingerprint\.key is missing.*every secret/u),
    expect.stringMatching(/evidence\.key is missing.*another key/u),
  ]);
});

test('the key of the links is made before any mail has a link, so that none is called missing that never was', () => {
  localLinks(folder.linkKeyFile);
  localFingerprintKey(folder.fingerprintKeyFile);
  writeFileSync(folder.evidenceKeyFile, 'key');
  writeFileSync(folder.anchorsFile, '');

  expect(describeMissingKeys(folder)).toEqual([]);
});

function contentsOf(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name)).toString('latin1')}`);
}
