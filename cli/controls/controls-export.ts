import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportControls, ExportTooLargeError } from '../../shared/application/controls/evidence/export-controls.ts';
import { revisionSource } from '../../shared/application/controls/evaluated-revisions.ts';
import type { EvidenceFilter } from '../../shared/domain/controls/evidence/export/evidence-filter.ts';
import { describeVerdict } from '../../shared/domain/controls/evidence/describe-chain.ts';
import { counted } from '../../shared/domain/texts/counted.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { sha256 } from '../../shared/domain/sha256.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { revisionsOf } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { writeWhole } from '../frame/write-file.ts';
import { periodOf } from './controls-list.ts';

export interface ExportOptions extends EvidenceFilter {
  readonly from: string;
  readonly to: string;
  readonly out: string;
}

/** The script with which anybody checks an export; it goes with each, for an auditor has the export alone. */
const scriptFile = new URL('../../docs/verify-export.mjs', import.meta.url);

/** `controls export`: the evidence of a period as files; exit code 1 when the chain they come from is broken. */
export async function exportEvidence(context: CommandContext, options: ExportOptions): Promise<ExitCode> {
  const order = {
    period: periodOf(options),
    filter: filterOf(options),
    exportedAt: new Date(context.io.now()).toISOString(),
    added: [{ name: 'verify-export.mjs', text: readFileSync(scriptFile, 'utf8') }],
  };
  const { files, verdict, changes, links, revisions } = await withInstallation(context, async (installation) => {
    const { deps, known } = await revisionsOf(installation);
    const ports = { evidence: installation.evidence, revisions: revisionSource(deps, known) };
    return exportControls(ports, order).catch((error: unknown) => {
      throw error instanceof ExportTooLargeError ? new CommandError(error.message) : error;
    });
  });
  makeFolder(options.out);
  files.forEach(({ name, text }) => writeWhole(join(options.out, name), text));
  const isWhole = verdict.kind === 'whole';
  context.tell({
    json: {
      out: options.out,
      files: files.map(({ name, text }) => ({ name, sha256: sha256(text) })),
      changes,
      links,
      revisions,
      whole: isWhole,
      sentence: describeVerdict(verdict),
    },
    text: [
      `${counted(changes, 'change')}, the settings of ${counted(revisions, 'revision')} and ${counted(links, 'link')} are in ${options.out}:`,
      ...files.map(({ name }) => `  ${name}`),
      describeVerdict(verdict),
    ].join('\n'),
  });
  return isWhole ? exitCodes.done : exitCodes.failed;
}

function filterOf({ control, direction, severity, path, actor, acceptor, ticket }: ExportOptions): EvidenceFilter {
  const filter = { control, direction, severity, path, actor, acceptor, ticket };
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
