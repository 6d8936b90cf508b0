import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { asffBatches, asffFinding, type SecurityHub } from '../../shared/evidence/export/asff-findings.ts';
import type { EvidenceFilter } from '../../shared/evidence/export/evidence-filter.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { escapeHidden } from '../../shared/kernel/texts/hidden-letters.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { writeWhole } from '../frame/files/write-file.ts';
import { periodOf } from './controls.ts';

export interface ExportOptions extends EvidenceFilter {
  readonly from: string;
  readonly to: string;
  readonly out?: string;
  readonly format: 'files' | 'ocsf' | 'asff';
  readonly account?: string;
  readonly region?: string;
}

/** The script with which anybody checks an export; it goes with each, for an auditor has the export alone. */
const scriptFile = new URL('../../docs/verify-export.mjs', import.meta.url);

/** `controls export`: the evidence of a period as files, or as findings; exit code 1 when the chain they come from is broken. */
export async function exportEvidence(context: CommandContext, options: ExportOptions): Promise<ExitCode> {
  if (options.format !== 'files') {
    return exportFindings(context, options);
  }
  const { out } = options;
  if (out === undefined) {
    throw wrongUsage('--out is missing: name the folder for the files, such as --out evidence');
  }
  const body = { ...periodOf(options), ...filterOf(options), script: readFileSync(scriptFile, 'utf8') };
  const { document } = await withApi(context, async (api) => api.read('exportEvidence', { body }));
  const { files, changes, links, revisions, whole, sentence } = document;
  makeFolder(out);
  files.forEach(({ name, text }) => writeWhole(join(out, name), text));
  context.print({
    json: {
      out,
      files: files.map(({ name, sha256 }) => ({ name, sha256 })),
      changes,
      links,
      revisions,
      whole,
      sentence,
    },
    text: [
      `${counted(changes, 'change')}, the settings of ${counted(revisions, 'revision')} and ${counted(links, 'link')} are in ${out}:`,
      ...files.map(({ name }) => `  ${name}`),
      sentence,
    ].join('\n'),
  });
  return whole ? exitCodes.done : exitCodes.failed;
}

/** The findings, one a line, or as calls of Security Hub, on standard output or in a file. */
async function exportFindings(context: CommandContext, options: ExportOptions): Promise<ExitCode> {
  const hub = options.format === 'asff' ? securityHubIn(options) : undefined;
  const body = { ...periodOf(options), ...filterOf(options), format: 'ocsf' as const };
  const { document } = await withApi(context, async (api) => api.read('exportEvidence', { body }));
  const { files, changes, whole, sentence } = document;
  const found = files.map(({ text }) => text).join('');
  const lines = hub === undefined ? found : securityHubCalls(found, hub);
  const { out } = options;
  if (out !== undefined) {
    writeWhole(out, lines);
  }
  const findings = lines.split('\n').flatMap((line): unknown => (line === '' ? [] : [JSON.parse(line)]));
  const written = `${counted(changes, 'finding')} in ${out ?? ''}. ${sentence}`;
  context.print({
    json: { out: out ?? null, findings, whole, sentence },
    text: out === undefined ? lines.trimEnd() : written,
  });
  return whole ? exitCodes.done : exitCodes.failed;
}

/** Raises CommandError where it is not said into which account and region findings go. */
function securityHubIn({ account, region }: ExportOptions): SecurityHub {
  if (account === undefined || !/^\d{12}$/u.test(account)) {
    throw wrongUsage('--account is missing, or not 12 digits: --format asff names the account of Security Hub');
  }
  if (region === undefined || !/^[a-z]{2}(?:-[a-z]+)+-\d$/u.test(region)) {
    throw wrongUsage('--region is missing, or none such as eu-west-1: --format asff names the region of Security Hub');
  }
  return { account, region };
}

function securityHubCalls(lines: string, hub: SecurityHub): string {
  const findings = lines.split('\n').filter((line) => line !== '');
  const calls = asffBatches(
    findings.map((line) => asffFinding(JSON.parse(line) as Parameters<typeof asffFinding>[0], hub)),
  );
  return calls.map((call) => `${escapeHidden(call)}\n`).join('');
}

function filterOf({ control, direction, severity, path, actor, acceptor, ticket }: ExportOptions) {
  const filter = {
    control: [...control],
    direction: [...direction],
    severity: [...severity],
    path: [...path],
    actor: [...actor],
    acceptor: [...acceptor],
    ticket: [...ticket],
  };
  const empty = Object.entries(filter).find(([, wanted]) => wanted.some((each) => each.trim() === ''));
  if (empty !== undefined) {
    throw wrongUsage(`--${empty[0]} is empty; name what is to be listed, or leave it out for everything`);
  }
  return filter;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new CommandError(`The folder ${quotedValue(path)} cannot be made (${code}); name another one`);
  }
}
