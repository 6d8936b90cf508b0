import { fleetEffect } from '../../../computers/api.ts';
import { fleetRecord } from '../../../computers/contract/fleet-entry.ts';
import { fleetKind, type FleetEntry } from '../../../computers/fleet-entry.ts';
import { targetRecord } from '../../../readiness/contract/readiness-target.ts';
import { isRepository } from '../../../readiness/judge-target.ts';
import { targetKind, type TargetKey, type TargetTerms } from '../../../readiness/target.ts';
import { requestRuleRecord } from '../../../requests/contract/request-rule.ts';
import { requestRuleKind, type RequestRuleKey, type RequestRuleTerms } from '../../../requests/request-rule.ts';
import { sessionPolicyRecord } from '../../../sessions/contract/session-policy.ts';
import { sessionPolicyKind, type SessionPolicyTerms } from '../../../sessions/session-policy.ts';
import type { Installation } from '../../../wiring/installation.ts';
import type { OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { plainText } from '../../texts/plain-text.ts';
import type { RecordCodec } from '../contract/record.ts';
import type { StoredKindName } from '../contract/records-contract.ts';
import type { RecordChange } from '../diff-records.ts';
import type { RecordStore } from '../ports.ts';
import type { EditedKind, NameKey } from '../record-kind.ts';

interface StoredKeyWords {
  readonly name?: string;
  readonly criterion?: string;
  readonly repository?: string;
}

/** A kind of record that no limit depends on. */
interface StoredKind<Key, Terms extends Key> {
  readonly record: RecordCodec<Key, Terms>;
  readonly kind: EditedKind<Key, Terms>;
  readonly listedBy: string;
  readonly keyOf: (words: StoredKeyWords) => Key | undefined;
  readonly storeOf: (installation: Installation) => RecordStore<Key, Terms>;
  /** What follows from changes, a line each. Nothing is changed. */
  readonly effectOf: (
    installation: Installation,
    changes: readonly RecordChange<Terms>[],
  ) => Promise<readonly string[]>;
}

const computers: StoredKind<NameKey, FleetEntry> = {
  record: fleetRecord,
  kind: fleetKind,
  listedBy: 'fleet list',
  keyOf: named,
  storeOf: ({ fleet }) => fleet,
  effectOf: fleetEffect,
};

/** They have no effect before a run meets a session. */
const policies: StoredKind<NameKey, SessionPolicyTerms> = {
  record: sessionPolicyRecord,
  kind: sessionPolicyKind,
  listedBy: 'sessions policies list',
  keyOf: named,
  storeOf: ({ sessionPolicies }) => sessionPolicies,
  effectOf: async () => Promise.resolve([]),
};

const targets: StoredKind<TargetKey, TargetTerms> = {
  record: targetRecord,
  kind: targetKind,
  listedBy: 'readiness targets list',
  keyOf: ({ criterion, repository }) =>
    criterion === undefined || repository === undefined ? undefined : { criterion, repository },
  storeOf: ({ readinessTargets }) => readinessTargets,
  async effectOf({ readiness }, changes) {
    const repositories = [...new Set((await readiness.list()).map(({ repository }) => repository))];
    return changes.flatMap((change) => {
      if (change.kind === 'remove') {
        return [];
      }
      const { criterion, repository: pattern } = change.after;
      const meant = repositories.filter((repository) => isRepository(pattern, repository)).length;
      return [
        plainText(`${criterion} in ${pattern}: ${meant} of ${repositories.length} known repositories are meant.`),
      ];
    });
  },
};

/** They have no effect before somebody asks for credits. */
const rules: StoredKind<RequestRuleKey, RequestRuleTerms> = {
  record: requestRuleRecord,
  kind: requestRuleKind,
  listedBy: 'requests rules list',
  keyOf: named,
  storeOf: ({ requestRules }) => requestRules,
  effectOf: async () => Promise.resolve([]),
};

/** Fields by their names, whatever the record: its codec alone knows which there are. */
export type AnyTerms = Readonly<Record<string, unknown>>;
export type AnyKind = StoredKind<AnyTerms, AnyTerms>;

/** The kind of a name. Keys and terms come from its own codec and go back to it, so that nobody else needs their type. */
export function storedKind(name: StoredKindName): AnyKind {
  return { computers, policies, targets, rules }[name] as unknown as AnyKind;
}

/** The key that an address names; raises Problem where it names none. */
export function keyIn({ kind, keyOf }: AnyKind, words: StoredKeyWords): AnyTerms {
  const key = keyOf(words);
  if (key === undefined) {
    const problem = `is missing: give what names a ${kind.name}`;
    throw new Problem('invalid-input', `The name ${problem}`, { fields: [{ field: 'name', problem }] });
  }
  return key;
}

export function storedRecords({ storeOf, ...kind }: AnyKind, { installation }: OperationWork) {
  return { ...kind, store: storeOf(installation) };
}

function named({ name }: StoredKeyWords): { readonly name: string } | undefined {
  return name === undefined ? undefined : { name };
}
