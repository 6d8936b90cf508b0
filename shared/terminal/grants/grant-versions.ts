import { formatScope } from '../../budgets/scope.ts';
import { exemptionRecord, topUpRecord } from '../../grants/contract/grant.ts';
import type { Grant } from '../../grants/exemption.ts';
import { grantTerms } from '../../grants/grant.ts';
import type { VersionOf } from '../../kernel/records/record-edit.ts';
import type { PlainFields } from '../../kernel/records/record-kind.ts';
import type { GrantKey } from '../../kernel/records/use-cases/ports.ts';
import { describeVersions } from '../records/record-rows.ts';
import { stepTable, versionSteps, type VersionStep } from '../records/version-steps.ts';
import type { Style } from '../style.ts';

type GrantVersion = VersionOf<GrantKey, Grant>;

/** Those of one kind, in the order of their moments, of one scope where it is given; each with the version before it. */
export function grantSteps(
  versions: readonly GrantVersion[],
  { kind, scope }: { readonly kind: Grant['kind']; readonly scope: string | undefined },
): readonly VersionStep<GrantVersion>[] {
  const ofKind = versions.filter(({ key }) => key.kind === kind);
  const wanted = new Set(ofKind.filter(({ terms }) => terms && scopeOf(terms) === scope).map(({ key }) => key.id));
  return versionSteps(
    ofKind.filter(({ key }) => scope === undefined || wanted.has(key.id)),
    ({ key }) => key.id,
  );
}

export function grantStepDocument({ version, before }: VersionStep<GrantVersion>) {
  const { key, version: number, at, by, way, terms } = version;
  return {
    id: key.id,
    version: number,
    at,
    by,
    way,
    before: before?.terms === undefined ? null : shownGrant(before.terms),
    after: terms === undefined ? null : shownGrant(terms),
  };
}

/** Versions of top-ups or exemptions with who, when, how, before and after, as a table. */
export function grantVersionTable(steps: readonly VersionStep<GrantVersion>[], style: Style): string {
  return stepTable(
    steps,
    { names: ['Id', 'For'], cells: ({ key, terms }) => [key.id, terms === undefined ? '' : scopeOf(terms)], what },
    style,
  );
}

function what({ version, before }: VersionStep<GrantVersion>): string {
  const [earlier, later] = [before?.terms, version.terms];
  if (later?.endedAt !== undefined && earlier?.endedAt === undefined) {
    return 'ended';
  }
  if (later?.kind === 'top-up') {
    return describeVersions(
      topUpRecord,
      earlier?.kind === 'top-up' ? grantTerms(earlier) : undefined,
      grantTerms(later),
    );
  }
  return describeVersions(
    exemptionRecord,
    earlier?.kind === 'exemption' ? grantTerms(earlier) : undefined,
    later === undefined ? undefined : grantTerms(later),
  );
}

function shownGrant(grant: Grant): PlainFields {
  const { endedAt = null } = grant;
  const terms =
    grant.kind === 'top-up' ? topUpRecord.document(grantTerms(grant)) : exemptionRecord.document(grantTerms(grant));
  return { ...terms, endedAt };
}

function scopeOf(grant: Grant): string {
  return grant.kind === 'top-up' ? formatScope(grant.scope) : formatScope({ kind: 'user', email: grant.email });
}
