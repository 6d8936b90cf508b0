import { describeSigned, type Anchor } from '../../evidence/anchors/anchor.ts';
import type { ControlsReport, ControlsAudience } from '../controls-report.ts';
import { loudChanges } from './changes/loud-changes.ts';

const rulesPerLine = 6;
const linesMax = 6;

const reasons: Readonly<Record<ControlsAudience['role'], string>> = {
  admin: 'You get this mail as an admin: the settings name no security contacts (controls.securityContacts).',
  'security-contact':
    'You get this mail because the settings name you as a security contact (controls.securityContacts).',
  'stand-in': 'You get this mail in the place of somebody whom mail does not reach (alerts.fallback).',
};

/** The applied rules, the place of the evidence, and why this person gets the mail. */
export function footOf(report: ControlsReport, audience: ControlsAudience): readonly string[] {
  return [
    ...ruleLines(report),
    ...evidenceLines(report),
    `Run ${report.runId}, report ${report.reportId}.`,
    reasons[audience.role],
  ];
}

function ruleLines(report: ControlsReport): readonly string[] {
  const rules = [...new Set(loudChanges(report).map(({ change }) => change.rule))];
  const lines = rules.flatMap((_, index) =>
    index % rulesPerLine === 0 ? [rules.slice(index, index + rulesPerLine).join(', ')] : [],
  );
  const shown = lines.slice(0, linesMax).map((line, index) => (index === 0 ? `Rules and versions: ${line}` : line));
  return lines.length > linesMax ? [...shown, `and ${rules.length - linesMax * rulesPerLine} rules more`] : shown;
}

function evidenceLines({ evidence, steps }: ControlsReport): readonly string[] {
  const newest = steps.at(-1);
  return [
    ...(newest === undefined ? [] : [`Revision ${newest.revision} has SHA-256 ${newest.digest}.`]),
    ...(evidence === undefined
      ? []
      : [
          `Evidence: link ${evidence.seq} of the chain, hash ${evidence.hash}. Kept, it proves later that nothing up to here was changed: curfew controls verify --head ${evidence.seq}:${evidence.hash}`,
          ...signatureLines(evidence.anchor),
        ]),
  ];
}

function signatureLines(anchor: Anchor | undefined): readonly string[] {
  return anchor === undefined ? ['That link is not signed yet; the next run signs it.'] : describeSigned(anchor);
}
