import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import {
  ControlsCheckDocument,
  ControlsScoreDocument,
} from '../../shared/controls/contract/controls-check-documents.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { commandLine } from '../support/command-line.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const emulator = useEmulator({ users: 20 }, 'test');
const { curfew, fileOf } = useInstallation({ env: () => emulator.env });
const timeoutMs = 120_000;
const user = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };

const approved = {
  sandbox: { enabled: true, network: { allowedDomains: ['registry.corp.example'] } },
  commandAllowlist: ['ls'],
  commandDenylist: ['rm *'],
  customModels: [{ id: 'own', model: 'own', baseUrl: 'https://models.corp.example', apiKey: 'sk-1234567890abcdef' }],
};
const proposed = {
  ...approved,
  sandbox: { enabled: true, network: { allowedDomains: ['registry.corp.example', '*'] } },
};
const stricter = { ...approved, commandAllowlist: [] };

async function asInForce(settings: unknown, minute: number): Promise<void> {
  await emulator.tell('/__sim/controls', { settings, user });
  await curfew('run', 'controls', '--at', `2026-03-15T10:${String(minute).padStart(2, '0')}:00Z`);
}

describe('controls check of an installation', () => {
  test(
    'judges a file against what is in force, as an alert would, and ends with 4 where that reaches --fail-on',
    async () => {
      await asInForce(approved, 0);
      const file = fileOf('proposed.json', JSON.stringify({ settings: proposed }, null, 2));

      const held = await curfew('controls', 'check', file, '--json');
      const allowed = await curfew('controls', 'check', file, '--fail-on', 'never', '--json');
      const same = await curfew('controls', 'check', fileOf('same.json', JSON.stringify(approved)));
      const tightens = await curfew('controls', 'check', fileOf('stricter.json', JSON.stringify(stricter)));
      await asInForce(proposed, 5);
      const told = await curfew('controls', 'show', await newest(), '--json');

      const document = held.read(ControlsCheckDocument);
      expect(document).toMatchObject({ against: { kind: 'revision' }, worst: 'critical', held: true, baseline: null });
      expect([held, allowed, same, tightens].map(({ exitCode }) => exitCode)).toEqual([4, 0, 0, 0]);
      expect(same.stdout).toContain('Nothing changes against revision');
      const alert = told.read(z.object({ changes: z.array(z.object({ sentence: z.string() })) }));
      expect(document.changes.map(({ sentence }) => sentence)).toEqual(alert.changes.map(({ sentence }) => sentence));
      expect(document.changes.map(({ line }) => line)).toEqual([8]);
    },
    timeoutMs,
  );

  test(
    'says what would deviate from the approved baseline, and what deviates already',
    async () => {
      await asInForce(approved, 10);
      await curfew('controls', 'baseline', 'approve', await newest());
      await asInForce({ ...approved, commandAllowlist: ['ls', 'git *'] }, 15);
      const file = fileOf('more.json', JSON.stringify({ ...proposed, commandAllowlist: ['ls', 'git *'] }));

      const { baseline } = (await curfew('controls', 'check', file, '--json')).read(ControlsCheckDocument);

      expect(baseline?.deviations.map(({ path, isStanding }) => [path, isStanding]).toSorted()).toEqual([
        ['commandAllowlist', true],
        ['sandbox.network.allowedDomains', false],
      ]);
    },
    timeoutMs,
  );

  test(
    'what "controls show" printed is the same settings again, keys included',
    async () => {
      await asInForce(approved, 20);
      const shown = await curfew('controls', 'show', await newest(), '--json');

      const again = await curfew('controls', 'check', fileOf('shown.json', shown.stdout));

      expect(again.stdout).toContain('Nothing changes');
    },
    timeoutMs,
  );

  test(
    'scores what is in force, with an exception where there is one',
    async () => {
      await asInForce({ ...approved, commandAllowlist: ['*'] }, 25);
      const until = addDays(dayOf(Date.now()), 60);
      const said = ['--owner', 'ann@acme.example', '--ticket', 'SEC-1', '--reason', 'moving', '--until', until];
      await curfew('exceptions', 'add', 'commandAllowlist', ...said);

      const json = await curfew('controls', 'score', '--json');
      const { exitCode, stdout } = await curfew('controls', 'score');

      const { totals, rules } = json.read(ControlsScoreDocument);
      const failed = rules.filter(({ status, severity }) => status === 'fail' && severity === 'critical');
      expect(totals.critical.failed).toBe(failed.length);
      expect(rules.find(({ id }) => id === 'CMD-02')).toMatchObject({ status: 'fail', exception: { ticket: 'SEC-1' } });
      expect(exitCode).toBe(0);
      expect(stdout).toContain('Found: In commandAllowlist: “*”.');
    },
    timeoutMs,
  );
});

describe('controls check of two files', () => {
  const folder = useScratchFolder();

  /** A command line of a machine without an installation, in whose folder both files are. */
  function aMachine(input?: string) {
    const before = folder.fileOf('approved.json', JSON.stringify(approved));
    const after = folder.fileOf('proposed.json', JSON.stringify(proposed, null, 2));
    const offline = commandLine({
      state: folder.pathOf('none'),
      isAsFound: true,
      ...(input !== undefined && { input }),
    });
    return { before, after, offline };
  }

  test('needs no installation, and takes a file as the baseline', async () => {
    const { before, after, offline } = aMachine();
    const checked = await offline('controls', 'check', after, '--against', before, '--baseline', before, '--json');

    const document = checked.read(ControlsCheckDocument);
    expect(checked.exitCode).toBe(4);
    expect(document).toMatchObject({
      against: { kind: 'given', name: 'approved.json' },
      changes: [{ path: 'sandbox.network.allowedDomains', severity: 'critical', line: 7 }],
      baseline: { deviations: [{ isStanding: false, exception: null }] },
    });
  });

  test('gives SARIF that fits its schema, each result at its line, and no secret', async () => {
    const { before, after, offline } = aMachine();
    const schema = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(readFileSync(new URL('../fixtures/sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8')));
    const { $schema: _draft4, id: _id, ...draft } = schema;
    const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(draft);
    const worse = folder.fileOf(
      'worse.json',
      JSON.stringify({ commandAlowlist: ['*'], customModels: [], sandbox: {} }, null, 2),
    );

    for (const file of [after, worse, before]) {
      const { stdout } = await offline('controls', 'check', file, '--against', before, '--sarif');
      validate(JSON.parse(stdout));
      expect(validate.errors).toBeNull();
      expect(stdout).not.toContain('sk-1234567890abcdef');
    }
    const { stdout } = await offline('controls', 'check', after, '--against', before, '--sarif');
    expect(JSON.parse(stdout)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'Curfew', rules: [{ id: 'sandbox.network.allowedDomains' }] } },
          results: [
            {
              ruleId: 'sandbox.network.allowedDomains',
              level: 'error',
              kind: 'fail',
              locations: [{ physicalLocation: { region: { startLine: 7 } } }],
            },
          ],
        },
      ],
    });
  });

  test('gives a table in which nothing of the settings is markup, a link or a mention', async () => {
    const { before, offline } = aMachine();
    const hostile = { ...approved, commandAllowlist: ['ls', 'x | <b>@ann</b> [a](https://evil.example) `y`\n# z'] };
    const file = folder.fileOf('hostile.json', JSON.stringify(hostile));

    const { stdout } = await offline('controls', 'check', file, '--against', before, '--markdown');

    expect(stdout).toContain('### Controls: held');
    expect(stdout).not.toMatch(/<b>|@ann|https:\/\/|(?<!\\)\[a|(?<!\\)`|\n# /u);
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.map((row) => row.replaceAll(String.raw`\|`, '').split('|').length)).toEqual(rows.map(() => 6));
  });

  test('reads one of them from standard input', async () => {
    const { before, offline } = aMachine(JSON.stringify(stricter));

    const { exitCode, stdout } = await offline('controls', 'check', '-', '--against', before);

    expect([exitCode, stdout.includes('loosens anything')]).toEqual([0, true]);
  });

  test.each([
    ['', 1, 'is empty'],
    ['{"sandbox":', 1, 'is not JSON'],
    ['{\n  "sandbox": {},\n}', 1, '(line 3 column 1)'],
    ['[1]', 1, 'holds no settings but a list'],
    ['{"sanbox": {}, "x": 1}', 1, 'did you mean sandbox?'],
  ])('of %j says what was read and what is meant', async (text, code, said) => {
    const { before, offline } = aMachine();
    const { exitCode, stderr } = await offline(
      'controls',
      'check',
      folder.fileOf('odd.json', text),
      '--against',
      before,
    );

    expect(exitCode).toBe(code);
    expect(stderr).toContain(said);
  });

  test('names settings that are misspelt, or of another type, where they stand', async () => {
    const { before, offline } = aMachine();
    const odd = { ...approved, sessionRetentionDays: '90', sandbox: { enabeld: true } };
    const file = folder.fileOf('odd-fields.json', JSON.stringify(odd, null, 2));

    const checked = await offline('controls', 'check', file, '--against', before, '--json');

    expect(checked.read(ControlsCheckDocument).problems).toEqual([
      { path: 'sandbox.enabeld', problem: 'is no documented setting; did you mean enabled?', line: 3 },
      { path: 'sessionRetentionDays', problem: 'is not as documented: expected number, received string', line: 19 },
    ]);
  });

  test.each([
    [['--json', '--sarif'], 'give one of them'],
    [['--fail-on', 'grave'], 'critical, high, medium, low, info, never'],
    [['--against', '-', '--baseline', '-'], 'can be read once'],
  ])('%j is wrong usage', async (options, said) => {
    const { before, after, offline } = aMachine();
    const { exitCode, stderr } = await offline('controls', 'check', after, '--against', before, ...options);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(said);
  });

  test('controls score takes a file, too', async () => {
    const { after, offline } = aMachine();
    const { totals, of } = (await offline('controls', 'score', after, '--json')).read(ControlsScoreDocument);

    expect(of).toEqual({ kind: 'given', name: 'proposed.json' });
    expect(totals.critical).toEqual({ passed: 8, failed: 3, notApplicable: 1 });
  });
});

async function newest(): Promise<string> {
  const listed = await curfew('controls', 'list', '--limit', '1', '--json');
  return String(listed.read(z.array(z.object({ revision: z.int() })))[0]?.revision);
}
