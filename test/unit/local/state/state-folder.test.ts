import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { CannotStartError } from '../../../../local/cannot-start-error.ts';
import { keepInbox } from '../../../../local/mail/open-mail.ts';
import {
  bindOrigin,
  originOf,
  prepareStateFolder,
  startOver,
  stateFolderAt,
  type StateFolder,
} from '../../../../local/state/state-folder.ts';

let root = '';
let folder: StateFolder;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'curfew-state-'));
  folder = stateFolderAt(join(root, 'state'));
});

afterEach(() => rmSync(root, { recursive: true }));

/** All that Curfew writes there itself; whatever path is added to the folder is among them. */
function madeIn({ dir: _dir, settingsFile: _theirs, backupsDir: _folder, ...files }: StateFolder): readonly string[] {
  return Object.values(files);
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the state folder', () => {
  test('is made when it is missing, and known again afterwards', () => {
    prepareStateFolder(folder);

    expect(() => prepareStateFolder(folder)).not.toThrow();
  });

  test('may hold the settings before Curfew has run', () => {
    mkdirSync(folder.dir);
    writeFileSync(folder.settingsFile, 'admins: []\n');

    expect(() => prepareStateFolder(folder)).not.toThrow();
  });

  test('is never one that holds something else', () => {
    mkdirSync(folder.dir);
    writeFileSync(join(folder.dir, 'thesis.txt'), 'years of work');

    expect(() => prepareStateFolder(folder)).toThrow(CannotStartError);
    expect(() => startOver(folder)).toThrow(CannotStartError);
    expect(readdirSync(folder.dir)).toEqual(['thesis.txt']);
  });

  test('says in plain words that it cannot be made', () => {
    const file = join(root, 'a file');
    writeFileSync(file, '');

    expect(() => prepareStateFolder(stateFolderAt(join(file, 'below')))).toThrow(/check the rights/u);
  });

  test('is its owner’s alone, and all that Curfew made in it, whatever the rights were before', () => {
    mkdirSync(folder.dir, { mode: 0o777 });
    chmodSync(folder.dir, 0o777);
    const files = [...madeIn(folder), `${folder.engineFile}-wal`, `${folder.inboxFile}.new`, folder.settingsFile];
    files.forEach((file) => writeFileSync(file, '{"curfew":1}'));
    files.forEach((file) => chmodSync(file, 0o666));

    prepareStateFolder(folder);

    expect(modeOf(folder.dir)).toBe(0o700);
    expect(new Set(files.map(modeOf))).toEqual(new Set([0o600]));
  });

  test('is closed from the first file on, whatever others may read of new files', () => {
    const before = process.umask(0o000);
    try {
      prepareStateFolder(folder);
      bindOrigin(folder, { kind: 'demo' });
      keepInbox(folder.inboxFile);
    } finally {
      process.umask(before);
    }

    expect([folder.dir, folder.markerFile, folder.inboxFile].map(modeOf)).toEqual([0o700, 0o600, 0o600]);
  });

  test('may hold settings that are a link to a file of the user’s own, whose rights stay as they are', () => {
    const own = join(root, 'settings.yaml');
    writeFileSync(own, 'admins: []\n');
    chmodSync(own, 0o644);
    mkdirSync(folder.dir);
    symlinkSync(own, folder.settingsFile);

    prepareStateFolder(folder);

    expect(modeOf(own)).toBe(0o644);
  });

  test('is refused when it is a link, or holds one where a file of Curfew belongs, and nothing is touched', () => {
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, folder.dir);
    const other = stateFolderAt(join(root, 'other'));
    prepareStateFolder(other);
    symlinkSync(join(root, 'target'), other.engineFile);

    expect(() => prepareStateFolder(folder)).toThrow(`${folder.dir} is a link`);
    expect(() => prepareStateFolder(other)).toThrow(`${other.engineFile} is a link`);
    expect({ mode: modeOf(elsewhere), files: readdirSync(elsewhere) }).toEqual({ mode: 0o755, files: [] });
  });

  test('is refused when it is another user’s', () => {
    prepareStateFolder(folder);
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(4_711);

    expect(() => prepareStateFolder(folder)).toThrow(/another user .*run Curfew as/u);
    getuid.mockRestore();
  });

  test('loses each file that Curfew wrote, and keeps settings, backups and strange files when Curfew starts over', () => {
    prepareStateFolder(folder);
    const made = madeIn(folder).filter((file) => file !== folder.markerFile);
    for (const file of [...made, `${folder.engineFile}-wal`, `${folder.channelsFile}.new`]) {
      writeFileSync(file, 'made by Curfew');
    }
    writeFileSync(folder.settingsFile, 'admins: []\n');
    writeFileSync(join(folder.dir, 'notes.txt'), 'mine');
    mkdirSync(folder.backupsDir);

    startOver(folder);

    // What runs is known by `running.json`, and it starts over itself.
    const left = ['backups', 'curfew.json', 'notes.txt', 'running.json', 'settings.yaml'];
    expect(readdirSync(folder.dir).toSorted()).toEqual(left);
  });

  test('that was never made needs no starting over', () => {
    startOver(folder);

    expect(existsSync(folder.dir)).toBe(false);
  });

  test('belongs to one organization: figures of another are refused until Curfew starts over', () => {
    prepareStateFolder(folder);
    bindOrigin(folder, { kind: 'platform', baseUrl: 'https://one.example' });

    expect(() => bindOrigin(folder, { kind: 'demo' })).toThrow('https://one.example');
    expect(() => bindOrigin(folder, { kind: 'platform', baseUrl: 'https://two.example' })).toThrow(CannotStartError);
    startOver(folder);
    bindOrigin(folder, { kind: 'demo' });
    expect(originOf(folder)).toEqual({ kind: 'demo' });
  });

  test('keeps one demo organization from mixing with another', () => {
    prepareStateFolder(folder);
    bindOrigin(folder, { kind: 'demo', name: 'acme' });

    expect(originOf(folder)).toEqual({ kind: 'demo', name: 'acme' });
    expect(() => bindOrigin(folder, { kind: 'demo', name: 'startup' })).toThrow(/acme, not of .* startup.*--fresh/u);
    expect(() => bindOrigin(folder, { kind: 'demo' })).toThrow(CannotStartError);
  });

  test('lets a platform on this machine move to another port', () => {
    prepareStateFolder(folder);
    bindOrigin(folder, { kind: 'platform', baseUrl: 'http://127.0.0.1:4010' });

    expect(() => bindOrigin(folder, { kind: 'platform', baseUrl: 'http://localhost:5010' })).not.toThrow();
  });

  test('never keeps the key of a platform, and loses one that it had', () => {
    prepareStateFolder(folder);
    const platform = { kind: 'platform', baseUrl: 'https://one.example', apiKey: 'made-up-key' } as const;
    bindOrigin(folder, platform);
    const first = readFileSync(folder.markerFile, 'utf8');
    writeFileSync(folder.markerFile, JSON.stringify({ curfew: 1, origin: platform }));

    bindOrigin(folder, platform);

    expect(first).toContain('https://one.example');
    expect(`${first}${readFileSync(folder.markerFile, 'utf8')}`).not.toContain('made-up-key');
  });
});
