import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { paginateScan } from '@aws-sdk/lib-dynamodb';

import { runCli } from '../../cli/frame/run-cli.ts';
import { startEmulator } from '../../emulator/start-emulator.ts';
import { demoOrganizationOf } from '../../local/demo/demo-organization.ts';
import { loadDemoBudgets, loadDemoWatched } from '../../local/demo/load-demo-budgets.ts';
import { moveRoster, plantDemoStory } from '../../local/demo/plant-demo-story.ts';
import { openRunningInstallation } from '../../local/running-installation.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { startBareEngine } from '../support/bare-engine.ts';
import { editingCommands, readingCommands, type Asking } from './commands.ts';
import type { StillClock } from './still-program.ts';

type Item = Readonly<Record<string, unknown>>;

/** Always the same: it stands in files whose hashes are recorded. */
const emulatorPort = 45_417;
const secondMs = 1_000;
const dayMs = 86_400 * secondMs;

/** Of 24 people, of 250, and that of `npm start`, which has no story. The one of 5,000 people shows nothing else, and takes many minutes. */
export const organizations = ['acme', 'startup', 'unnamed'] as const;

/** One demo organization with its tables, its emulator and its command line, all of them in this program. */
export async function recordOrganization(
  name: (typeof organizations)[number],
  clock: StillClock,
): Promise<ReadonlyMap<string, string>> {
  const recorded = new Map<string, string>();
  const written = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), 'curfew-golden-'));
  const hasStory = name !== 'unnamed';
  const people = demoOrganizationOf(hasStory ? name : undefined);
  const [engine, emulator] = [await startBareEngine(), await startEmulator({ port: emulatorPort, ...people })];
  const env = {
    CURFEW_BASE_URL: emulator.url,
    CURFEW_API_KEY: 'owner-key',
    CURFEW_HOOK_CONFIG: join(folder, 'hook.json'),
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
  };
  const stateDir = join(folder, 'state');
  const open = async () => openRunningInstallation({ stateDir, env, calls: {}, onMailsSent: () => {} });

  /** The same wherever the story is played, and whatever was drawn for an id. */
  const plain = (text: string): string => {
    const ids = new Map<string, string>();
    return (
      text
        .replaceAll(folder, '<folder>')
        .replaceAll(emulator.url, '<platform>')
        .replaceAll(engine.endpoint, '<engine>')
        // How long a check of the doctor took, where it took a second.
        .replaceAll(/ \(\d+\.\d s\)$/gmu, '')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}/gu, (id) => {
          ids.set(id, ids.get(id) ?? `<id ${ids.size + 1}>`);
          return ids.get(id) ?? id;
        })
    );
  };
  const curfew = async (args: readonly string[], columns?: number): Promise<string> => {
    let [stdout, stderr] = ['', ''];
    const exitCode = await runCli([...args, '--state', stateDir], {
      env,
      user: 'ada',
      stdoutIsTerminal: columns !== undefined,
      ...(columns !== undefined && { stdoutColumns: columns }),
      stderrIsTerminal: false,
      writeOut: (text) => void (stdout += text),
      writeError: (text) => void (stderr += text),
      confirm: undefined,
      now: clock.now,
    });
    return plain(`exit ${exitCode}\n${stdout}${stderr === '' ? '' : `--- stderr\n${stderr}`}`);
  };
  const ask: Asking['ask'] = async (...args) => {
    const answer = await curfew([...args, '--json']);
    return JSON.parse(
      answer.slice(answer.indexOf('\n'), answer.includes('--- stderr') ? answer.indexOf('--- stderr') : undefined),
    );
  };
  const fileOf: Asking['fileOf'] = (file, text) => {
    const path = join(folder, file);
    if (text === undefined) {
      written.add(path);
    } else {
      writeFileSync(path, text);
    }
    return path;
  };
  /** What commands have written is recorded, and gone: none finds what another one has left. */
  const takeFiles = (): void => {
    for (const path of written) {
      for (const file of filesAt(path)) {
        recorded.set(`${name}/file/${relative(folder, file)}`, plain(readFileSync(file, 'utf8')));
      }
      rmSync(path, { recursive: true, force: true });
    }
  };
  const act = async (part: string, commands: readonly (readonly string[])[]): Promise<void> => {
    for (const args of commands) {
      const key = `${name}/${part}/${plain(args.join(' '))}`;
      recorded.set(key, `${recorded.get(key) ?? ''}${await curfew([...args, '--json'])}`);
      clock.moveTo(clock.now() + secondMs);
    }
  };

  try {
    const demo = { emulatorUrl: emulator.url, nowMs: clock.now() };
    const opened = await open();
    if (hasStory) {
      await plantDemoStory(demo);
      await loadDemoWatched({ fleet: opened.fleet, targets: opened.readinessTargets, ids: randomIds }, demo);
    }
    await loadDemoBudgets(
      { ...opened, ids: randomIds },
      { ...demo, ...(hasStory && { roster: opened.jobs.platform }) },
    );
    await opened.close();

    const night = ['enforce', 'controls', 'roster', 'sessions', 'computers', 'readiness', 'digest'].map((job) => [
      'run',
      job,
    ]);
    await act('run', [['settings', 'set', 'admins', 'finops@acme.example']]);
    await act('run', night.slice(0, 3));
    if (hasStory) {
      await moveRoster(demo);
    }
    await act('run', night);
    await act('edit', await editingCommands({ ask, fileOf, nowMs: clock.now() }));
    clock.moveTo(Date.parse(`${new Date(clock.now() + dayMs).toISOString().slice(0, 10)}T02:30:00Z`));
    await act('next-run', night);

    for (const args of await readingCommands({ ask, fileOf, nowMs: clock.now() })) {
      const command = plain(args.join(' '));
      for (const [form, more, columns] of [
        ['json', ['--json']],
        ['text', []],
        // Once is enough to see how texts are fitted.
        ...(name === 'acme' ? ([['terminal', [], 100]] as const) : []),
      ] as const) {
        recorded.set(`${name}/${form}/${command}`, await curfew([...args, ...more], columns));
        takeFiles();
      }
    }

    const { jobs, ...installation } = await open();
    const { dynamo, tables } = jobs.storage;
    for (const [key, TableName] of Object.entries(tables)) {
      const items: Record<string, unknown>[] = [];
      for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName })) {
        items.push(...Items);
      }
      recorded.set(`${name}/table/${key}`, plain(items.map(itemText).toSorted().join('\n')));
      if (key === 'outbox') {
        mailsOf(items).forEach(([mail, text]) => recorded.set(`${name}/mail/${mail}`, plain(text)));
      }
    }
    await installation.close();
    return recorded;
  } finally {
    await emulator.close();
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file, or those in a folder; none where nothing is. */
function filesAt(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true
    ? readdirSync(path)
        .toSorted()
        .flatMap((each) => filesAt(join(path, each)))
    : found === undefined
      ? []
      : [path];
}

function itemText(item: Item): string {
  return JSON.stringify(expanded(item), undefined, 1);
}

/** Sorted fields, and what is compressed as what it holds. */
function expanded(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('H4sI')) {
    return expandedText(value);
  }
  if (value instanceof Uint8Array) {
    return expandedText(Buffer.from(value).toString('base64'));
  }
  if (Array.isArray(value)) {
    return value.map(expanded);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, expanded(each)]),
      )
    : value;
}

function expandedText(packed: string): unknown {
  try {
    return { gzip: JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as unknown };
  } catch {
    // A piece of a larger text.
    return packed;
  }
}

/** By recipient and in the order in which they were written, so that another wording changes no name. */
function mailsOf(items: readonly Item[]): readonly (readonly [name: string, text: string])[] {
  const text = (item: Item, field: string) => String(item[field]);
  const written = items.toSorted((one, other) =>
    `${text(one, 'writtenAt')}${text(one, 'subject')}` < `${text(other, 'writtenAt')}${text(other, 'subject')}`
      ? -1
      : 1,
  );
  const byRecipient = Map.groupBy(written, (item) => text(item, 'to'));
  return [...byRecipient].flatMap(([to, mails]) =>
    mails.flatMap((mail, index) => [
      [`${to} ${index + 1} text`, `${text(mail, 'subject')}\n\n${text(mail, 'text')}`] as const,
      [`${to} ${index + 1} html`, text(mail, 'html').replaceAll('><', '>\n<')] as const,
    ]),
  );
}
