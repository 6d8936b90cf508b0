import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CannotStartError } from '../../../local/cannot-start-error.ts';
import {
  bindOrigin,
  originOf,
  prepareStateFolder,
  startOver,
  stateFolderAt,
  type StateFolder,
} from '../../../local/state-folder.ts';

let root = '';
let folder: StateFolder;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'curfew-state-'));
  folder = stateFolderAt(join(root, 'state'));
});

afterEach(() => rmSync(root, { recursive: true }));

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

    expect(() => prepareStateFolder(stateFolderAt(join(file, 'below')))).toThrow(/cannot be made; check the rights/u);
  });

  test('keeps settings and strange files when Curfew starts over', () => {
    prepareStateFolder(folder);
    for (const file of [folder.engineFile, `${folder.engineFile}-wal`, folder.emulatorFile, folder.inboxFile]) {
      writeFileSync(file, 'made by Curfew');
    }
    writeFileSync(folder.settingsFile, 'admins: []\n');
    writeFileSync(join(folder.dir, 'notes.txt'), 'mine');

    startOver(folder);

    expect(readdirSync(folder.dir).toSorted()).toEqual(['curfew.json', 'notes.txt', 'settings.yaml']);
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
