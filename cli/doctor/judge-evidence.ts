import type { Anchoring } from '../../shared/controls/use-cases/ports.ts';
import { isAnchorLate } from '../../shared/evidence/anchors/anchor.ts';
import { describeEvidenceFault } from '../../shared/evidence/anchors/observe-anchors.ts';
import { compareAnchors } from '../../shared/evidence/use-cases/anchors/compare-anchors.ts';
import type { Stores } from '../../shared/wiring/installation.ts';
import { failed, ok, warning, type CheckResult } from './check.ts';

/** Whether heads of the evidence are signed and kept, and the newest of them is that of the chain. */
export async function judgeEvidence(
  { evidence }: Pick<Stores, 'evidence'>,
  { signer, anchors }: Anchoring,
  nowMs: number,
): Promise<CheckResult> {
  if ((await evidence.head()) === undefined) {
    return ok(['nothing is recorded yet']);
  }
  const { faults, newest, problem } = await compareAnchors({ evidence, signer, anchors });
  const [fault] = faults;
  if (problem !== undefined) {
    return failed(problem, 'make it usable again: docs/evidence.md; the next run signs what is not signed');
  }
  if (fault !== undefined) {
    return failed(describeEvidenceFault(fault), 'see "curfew controls verify", and find out who had access');
  }
  if (newest === undefined) {
    return warning('nothing of the evidence is signed yet', 'the next run of controls signs it: "curfew run controls"');
  }
  const { seq, at } = newest.statement;
  const facts = [`key: ${newest.anchor.key}`, `signed last: link ${seq} at ${at}`];
  return isAnchorLate(at, nowMs)
    ? { ...warning(`the evidence was last signed at ${at}`, 'see whether the runs of controls are late'), facts }
    : ok(facts);
}
