import { basename } from 'node:path';

import { diffControls } from '../../shared/control-diff/diff-controls.ts';
import type {
  ControlsCheckDocument,
  ControlsScoreDocument,
  FailOn,
} from '../../shared/controls/contract/controls-check-documents.ts';
import type { JsonObject } from '../../shared/controls/json.ts';
import { ratingOf, topicOf } from '../../shared/controls/mail/words.ts';
import { problemsOfSettings } from '../../shared/controls/platform/enterprise-settings.ts';
import { documentedSettings, undocumentedFields } from '../../shared/controls/proposal.ts';
import { withoutMarks } from '../../shared/controls/secret-mark.ts';
import { checkControls, scoreSettings } from '../../shared/controls/use-cases/show-controls-check.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { nearestWord } from '../../shared/kernel/texts/nearest-word.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { someNames } from '../../shared/kernel/texts/some-names.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { type ExitCode, exitCodes } from '../frame/exit-codes.ts';
import { sourceName, standardInput } from '../frame/files/read-bytes.ts';
import { markdownComment } from '../frame/markdown.ts';
import { versionOfThis } from '../frame/version.ts';
import { checkSarif } from './check-sarif.ts';
import { revisionIn } from './controls.ts';
import { changeIn, checkText, verdictText } from './describe-check.ts';
import { jsonLines } from './json-lines.ts';
import { fingerprintFor, readSettingsText } from './settings-file.ts';

const rowsMax = 100;
const columns = ['Severity', 'Control', 'What it means', 'Where'].map((title) => ({ title }));

/** The check as a comment of a pull request. */
function checkMarkdown(document: ControlsCheckDocument, file: string): string {
  const { changes, baseline, problems, held } = document;
  const rows = changes.slice(0, rowsMax).map((change) => {
    const where = change.line === undefined ? change.path : `${change.path} (line ${change.line})`;
    return [ratingOf(changeIn(change)), topicOf(change.field), change.sentence, where];
  });
  const more = changes.length - rows.length;
  const deviations = baseline?.deviations.filter(({ isStanding }) => !isStanding) ?? [];
  return markdownComment({ marker: `curfew controls ${file}`, heading: `Controls: ${held ? 'held' : 'not held'}` }, [
    `${verdictText(document)} File: ${file}.`,
    ...(rows.length === 0 ? [] : [{ columns, rows }]),
    ...(more > 0 ? [`${more} more, less severe.`] : []),
    ...(deviations.length === 0
      ? []
      : [`New deviations from the approved baseline: ${deviations.map(({ path }) => path).join(', ')}.`]),
    ...problems.map(({ path, problem }) => `${path} ${problem}`),
  ]);
}

const ratedSeverities = ['critical', 'high', 'medium', 'low'] as const;

/** How settings stand to the recommended baseline, for the terminal: counts, then what failed and how to mend it, then the rest. */
function scoreText({ of, totals, rules }: ControlsScoreDocument, style: Style): string {
  const failed = rules.filter(({ status }) => status === 'fail');
  const others = rules.filter(({ status }) => status !== 'fail');
  const blocks = [
    `Recommended baseline, ${plainText(of.kind === 'revision' ? `revision ${of.revision}` : of.name)}:`,
    renderTable(
      [
        { title: 'severity' },
        { title: 'failed', align: 'right' },
        { title: 'passed', align: 'right' },
        { title: 'not applicable', align: 'right' },
      ],
      ratedSeverities.map((severity) => {
        const { failed: bad, passed, notApplicable } = totals[severity];
        return [severity, String(bad), String(passed), String(notApplicable)];
      }),
      style,
    ),
    ...failed.map((rule) => failedText(rule, style)),
    others
      .map(({ id, status, title }) => plainText(`${status === 'pass' ? 'pass' : 'n/a '}  ${id}  ${title}`))
      .join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function failedText(rule: ControlsScoreDocument['rules'][number], { colors }: Style): string {
  const { id, severity, title, found, rationale, remedy, exception } = rule;
  const paint = { critical: colors.red, high: colors.red, medium: colors.yellow, low: String, info: String }[severity];
  const excused = exception === null ? [] : [`Exception ${exception.ticket} until ${minuteText(exception.expires)}.`];
  const lines = [`Found: ${found}`, `Why: ${rationale}`, `Mend: ${remedy}`, ...excused];
  const heading = `${paint(`fail · ${severity}`)}  ${colors.bold(plainText(`${id}  ${title}`))}`;
  return [heading, ...lines.map((line) => `  ${plainText(line)}`)].join('\n');
}

export interface CheckOptions {
  /** A revision or a file; what is in force unless given. */
  readonly against?: string;
  /** A file that stands for the approved baseline. */
  readonly baseline?: string;
  readonly failOn: FailOn;
  readonly format?: 'sarif' | 'markdown';
  /** Former names of the formats. */
  readonly sarif?: boolean;
  readonly markdown?: boolean;
}

/** `controls check FILE`: proposed settings against those in force and the baseline. Two files need no installation. */
export async function checkOne(context: CommandContext, path: string, options: CheckOptions): Promise<ExitCode> {
  const { against, baseline } = options;
  const format = formatOf(context, options);
  const isOffline = against !== undefined && revisionIn(against) === undefined;
  if (!isOffline && baseline !== undefined) {
    throw wrongUsage('--baseline goes with --against FILE: of an installation, the approved baseline is taken');
  }
  const inputs = [path, against, baseline].filter((each) => each === standardInput);
  if (inputs.length > 1) {
    throw wrongUsage('Standard input can be read once; give the other settings as a file');
  }
  const fingerprint = fingerprintFor(context, { isComparedWithStored: !isOffline });
  const read = (file: string) => readSettingsText(context.io, file, fingerprint);
  const proposed = read(path);
  refuseOthers(path, proposed.settings);
  const document = isOffline
    ? checkedFiles(proposed.settings, { ...options, against }, (file) => read(file).settings)
    : await withApi(context, async (api) => checkedOver(api, proposed.settings, options));
  const located = withLines(withTypes(document, proposed.settings), proposed.text);
  return printCheck(context, located, { path, format });
}

/** Raises CommandError where two forms of the one answer are asked for. */
function formatOf({ options }: CommandContext, { format, sarif, markdown }: CheckOptions): CheckOptions['format'] {
  const asked = [
    ...(format === undefined ? [] : [format]),
    ...(sarif === true ? ['sarif' as const] : []),
    ...(markdown === true ? ['markdown' as const] : []),
  ];
  if (asked.length + (options.json === true ? 1 : 0) > 1) {
    throw wrongUsage('--json, --format sarif and --format markdown are forms of the one answer; give one of them');
  }
  return asked[0];
}

/** A file of something else would look like settings of which everything was taken away. */
function refuseOthers(path: string, settings: JsonObject): void {
  const names = Object.keys(settings);
  const documented = documentedSettings();
  if (names.length === 0 || names.some((name) => documented.includes(name))) {
    return;
  }
  const near = names.flatMap((name) => nearestWord(name, documented) ?? []);
  const meant = near.length === 0 ? `settings are ${documented.join(', ')}` : `did you mean ${someNames(near)}?`;
  throw new CommandError(
    `${sourceName(path)} holds no documented setting, but ${someNames(names.map((name) => quotedValue(name)))}; ${meant}`,
  );
}

async function checkedOver(
  api: ApiClient,
  settings: JsonObject,
  { against, failOn }: CheckOptions,
): Promise<ControlsCheckDocument> {
  const revision = against === undefined ? undefined : revisionIn(against);
  const body = { settings, failOn, against: revision === undefined ? undefined : { revision } };
  return (await api.read('checkControls', { body })).document;
}

function checkedFiles(
  proposed: JsonObject,
  { against, baseline, failOn }: CheckOptions & { readonly against: string },
  read: (file: string) => JsonObject,
): ControlsCheckDocument {
  const inForce = read(against);
  const approved =
    baseline === undefined
      ? undefined
      : { settings: read(baseline), source: { kind: 'file', name: nameOf(baseline) } as const };
  return checkControls({
    proposed,
    against: { source: { kind: 'given', name: nameOf(against) }, settings: inForce },
    baseline: approved,
    exceptions: [],
    atMs: 0,
    diff: diffControls,
    failOn,
    problems: undocumentedFields(proposed, inForce),
  });
}

function nameOf(path: string): string {
  return path === standardInput ? 'standard input' : basename(path);
}

/** Fields that are not of their documented type: marks stand for texts. */
function withTypes(document: ControlsCheckDocument, settings: JsonObject): ControlsCheckDocument {
  const wrong = problemsOfSettings(withoutMarks(settings) as JsonObject).map(({ field, problem }) => ({
    path: field,
    problem: `is not as documented: ${problem.replace('Invalid input: ', '')}`,
  }));
  return { ...document, problems: [...document.problems, ...wrong] };
}

function withLines(document: ControlsCheckDocument, text: string): ControlsCheckDocument {
  const lines = jsonLines(text);
  const located = <T extends { readonly path: string; readonly added?: readonly string[] }>(each: T) => ({
    ...each,
    line: lines.lineOf(each.path, each.added?.[0]),
  });
  const { baseline } = document;
  return {
    ...document,
    changes: document.changes.map(located),
    baseline: baseline === null ? null : { ...baseline, deviations: baseline.deviations.map(located) },
    problems: document.problems.map(located),
  };
}

async function printCheck(
  context: CommandContext,
  document: ControlsCheckDocument,
  { path, format }: { readonly format?: 'sarif' | 'markdown'; readonly path: string },
): Promise<ExitCode> {
  if (format === 'sarif') {
    const file = path === standardInput ? 'standard-input' : path;
    context.io.writeOut(`${JSON.stringify(checkSarif(document, { file, version: versionOfThis() }), null, 2)}\n`);
  } else if (format === 'markdown') {
    context.io.writeOut(`${checkMarkdown(document, nameOf(path))}\n`);
  } else {
    context.print({ json: document, text: checkText(document, context.style) });
  }
  return document.held ? exitCodes.held : exitCodes.done;
}

/** `controls score [FILE]`: the settings in force, or those of a file, by the recommended baseline. */
export async function scoreOne(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  if (path === undefined) {
    return showAnswer(context, ['scoreControls', { body: {} }], { text: scoreText });
  }
  const { settings } = readSettingsText(context.io, path, fingerprintFor(context, { isComparedWithStored: false }));
  refuseOthers(path, settings);
  const of = { source: { kind: 'given', name: nameOf(path) } as const, settings };
  const document = scoreSettings({ of, exceptions: [], atMs: context.io.now(), diff: diffControls });
  context.print({ json: document, text: scoreText(document, context.style) });
  return exitCodes.done;
}
