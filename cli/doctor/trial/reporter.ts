import { tableDefinitions } from '../../../shared/kernel/contract/tables.ts';
import { printableJson } from '../../../shared/kernel/texts/hidden-letters.ts';
import { fitProse } from '../../../shared/terminal/fit-text.ts';
import { type Style, styleFor } from '../../../shared/terminal/style.ts';
import { documentedFields } from '../platform/platform-watch.ts';
import { type CheckedCheck, type CheckObserver, describeCheck } from '../run-checks.ts';
import type { Removal } from './aws/own-tables.ts';
import type { TrialTarget } from './target.ts';
import type { TrialIo } from './terminal-io.ts';

const width = 100;
const indent = ' '.repeat(13);
const readinessPath = '/api/organization/maturity-level-reports';
const tableCount = Object.keys(tableDefinitions).length;

/** What is about to be touched, before anything is. */
function describeTarget(target: TrialTarget, prefix: string, { colors }: Style): string {
  const paths = Object.keys(documentedFields).filter((path) => path !== readinessPath);
  const { platform, organization } = target;
  const reading = [
    `${platform.baseUrl}, by GET alone:`,
    ...paths.map((path) => `  ${path}`),
    ...(target.namesApp ? [`${platform.appUrl}, by GET alone:`, `  ${readinessPath}`] : []),
  ];
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['DynamoDB', describeTables(target, prefix)],
    ['SES', [describeMail(target)]],
    ...(platform.key.kind === 'secret'
      ? [['Secrets', [`the platform’s key is read from the secret ${platform.key.secretId}`]] as const]
      : []),
    ['Platform', reading],
  ];
  return [
    colors.bold(organization === undefined ? 'Trial of Curfew' : `Trial of Curfew for ${organization}`),
    '',
    'It is going to touch',
    ...rows.map(([name, lines]) => describeRow(name, lines)),
    '',
    fitProse('Nothing is changed on the platform: a call that is no GET is refused before it is sent.', width),
  ].join('\n');
}

function describeTables({ region, account, dynamoEndpoint }: TrialTarget, prefix: string): readonly string[] {
  const place = dynamoEndpoint ?? `${region}${account === undefined ? '' : `, account ${account}`}`;
  return [
    `${place}: ${tableCount} temporary tables, deleted at the end:`,
    `  ${prefix}*`,
    'Meanwhile they hold the users of the organization, and what each of them used.',
  ];
}

function describeMail({ mail }: TrialTarget): string {
  return mail.kind === 'none' ? `no mail: ${mail.reason}` : `one mail, from ${mail.from} to ${mail.to}`;
}

function describeRow(name: string, lines: readonly string[]): string {
  const text = lines
    .map((line) => (line.startsWith(' ') ? `${indent}${line}` : fitProse(`${indent}${line}`, width)))
    .join('\n');
  return `  ${name.padEnd(indent.length - 2)}${text.trimStart()}`;
}

interface TrialEnd {
  readonly checked: readonly CheckedCheck[];
  /** AWS could be reached: there may have been temporary tables. */
  readonly madeTables: boolean;
  readonly removal: Removal;
  readonly isStopped: boolean;
}

/** A trial is ok when no check failed, and nothing is left of it. */
export function statusOf({ checked, removal, isStopped }: TrialEnd): 'ok' | 'failed' | 'stopped' {
  if (isStopped) {
    return 'stopped';
  }
  return removal.left.length > 0 || checked.some(({ result }) => result.kind === 'failed') ? 'failed' : 'ok';
}

/** The JSON document of `--json`. */
function trialDocument(target: TrialTarget, prefix: string, end: TrialEnd): unknown {
  return {
    status: statusOf(end),
    organization: target.organization ?? null,
    region: target.region,
    platform: target.platform.baseUrl,
    tablePrefix: prefix,
    tablesLeft: end.removal.left,
    checks: end.checked.map(({ check: { name, about, proves }, result: { kind, ...result }, durationMs }) => ({
      name,
      about,
      proves,
      result: kind,
      ...result,
      durationMs,
    })),
  };
}

const clearLine = '\r\u001B[2K';

/** How a trial is reported while it runs: to people line by line, to programs as one document at its end. */
interface Reporter extends CheckObserver {
  announce(): void;
  /** How far the check is that has begun and not ended. */
  readonly progress: (text: string) => void;
  /** All checks are done; what was made is being deleted, which takes AWS some seconds. */
  cleaning(): void;
  ended(end: TrialEnd): void;
}

export function reporterFor(
  io: TrialIo,
  { target, prefix, json }: { readonly target: TrialTarget; readonly prefix: string; readonly json: boolean },
): Reporter {
  const isLive = io.stdoutIsTerminal && !json;
  const style = styleFor({ isTerminal: isLive }, io.env);
  let group = '';
  let running = '';
  return {
    announce() {
      const text = `${describeTarget(target, prefix, style)}\n`;
      if (json) {
        io.writeError(text);
      } else {
        io.writeOut(text);
      }
    },
    begins({ about, name }) {
      if (json) {
        return;
      }
      if (about !== group) {
        io.writeOut(`\n${style.colors.bold(about)}\n`);
        group = about;
      }
      if (isLive) {
        running = `  ...      ${name}`;
        io.writeOut(running);
      }
    },
    progress(text) {
      if (isLive) {
        io.writeOut(`${clearLine}${running}  ${text}`);
      }
    },
    ends({ check, ...checked }) {
      if (!json) {
        io.writeOut(`${isLive ? clearLine : ''}${describeCheck(check, checked, style)}\n`);
      }
    },
    cleaning() {
      if (isLive) {
        io.writeOut('\nDeleting the temporary tables ...');
      }
    },
    ended(end) {
      io.writeOut(
        json
          ? printableJson(trialDocument(target, prefix, end))
          : `${isLive ? clearLine : '\n'}${describeEnd(end, style)}`,
      );
    },
  };
}

/** The last lines: what is left of the test, and what it came to. */
function describeEnd(end: TrialEnd, { colors }: Style): string {
  const { checked } = end;
  const count = (kind: string): number => checked.filter(({ result }) => result.kind === kind).length;
  const counts = `${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped`;
  const status = statusOf(end);
  const verdict = {
    ok: colors.green(`All is well: ${counts}.`),
    failed: colors.red(`Not well: ${counts}.`),
    stopped: colors.yellow(`Stopped: ${counts}.`),
  };
  return [describeRemoval(end, colors), verdict[status], ''].join('\n');
}

function describeRemoval({ madeTables, removal: { left, problem } }: TrialEnd, colors: Style['colors']): string {
  if (left.length === 0) {
    return madeTables ? 'The temporary tables are gone.' : 'No table was made.';
  }
  return [
    colors.red(`${left.length} temporary tables are left${problem === undefined ? '' : `: ${problem}`}`),
    'What to do: npx curfew doctor --clean --min-age 0',
  ].join('\n');
}
