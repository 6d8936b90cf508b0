import type { ReadinessCalls } from '../../kernel/platform/platform-calls.ts';
import { raiseAsPortError } from '../../kernel/platform/port-error.ts';
import { printableText } from '../../kernel/texts/printable-text.ts';
import { shownAddress, shownText } from '../../redaction/shown-text.ts';
import type { ReportSource } from '../ports.ts';
import { passes, type Evaluation, type ReadinessReport, type ReportState } from '../report.ts';
import type { ReadinessReport as PlatformReport } from './readiness-reports.ts';

const pageSize = 100;
const appsMax = 200;
const criteriaMax = 200;
const nameCharsMax = 200;
const addressCharsMax = 300;
const rationaleCharsMax = 300;
const momentMsMax = 8_640_000_000_000_000;

export function platformReportSource(client: ReadinessCalls): ReportSource {
  return {
    async *pages() {
      try {
        for await (const { rows, quarantined, repeated } of client.readinessReports({ limit: pageSize })) {
          const reports = rows.flatMap((row) => toReport(row) ?? []);
          const unreadable = quarantined.length + rows.length - reports.length;
          yield { reports, unreadable, repeated: repeated.length };
        }
      } catch (error) {
        raiseAsPortError(error);
      }
    },
  };
}

/** Undefined for a report without a representable time. */
function toReport(row: PlatformReport): ReadinessReport | undefined {
  const { reportId, createdAt, repoUrl, apps, report, commitHash, branch, modelUsed, agentVersion } = row;
  if (!(createdAt > 0 && createdAt <= momentMsMax)) {
    return undefined;
  }
  const model = modelUsed?.id;
  return {
    reportId: printableText(reportId, nameCharsMax),
    createdAtMs: Math.trunc(createdAt),
    repository: shownAddress(repoUrl, addressCharsMax),
    state: stateOf(row),
    apps: Object.keys(apps)
      .toSorted()
      .slice(0, appsMax)
      .map((path) => printableText(path, nameCharsMax)),
    criteria: Object.fromEntries(
      Object.entries(report)
        .slice(0, criteriaMax)
        .map(([id, evaluation]) => [printableText(id, nameCharsMax), toEvaluation(evaluation)]),
    ),
    judge: {
      model: model === undefined ? undefined : printableText(model, nameCharsMax),
      version: agentVersion === undefined ? undefined : printableText(agentVersion, nameCharsMax),
    },
    branch: branch === undefined ? undefined : printableText(branch, nameCharsMax),
    commit: commitHash === undefined ? undefined : printableText(commitHash, nameCharsMax),
  };
}

function stateOf({ hasLocalChanges, hasNonRemoteCommits }: PlatformReport): ReportState {
  if (hasLocalChanges === true || hasNonRemoteCommits === true) {
    return 'changed';
  }
  return hasLocalChanges === false && hasNonRemoteCommits === false ? 'clean' : 'unsaid';
}

function toEvaluation({ numerator, denominator, rationale }: PlatformReport['report'][string]): Evaluation {
  const figures = { numerator, denominator };
  return rationale === undefined || passes(figures)
    ? figures
    : { ...figures, rationale: shownText(rationale, rationaleCharsMax) };
}
