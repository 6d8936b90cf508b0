import { gravest } from '../../control-diff/severity-steps.ts';
import type { ControlChange } from '../control-change.ts';
import type { Revision } from '../revision.ts';
import { describeSpan, type Finding, isSameActor, nameOfActor, spanMs, type Step } from './finding.ts';

const modelPart = /^(customModels\[.*\])\.(.+)$/u;
const addressPart = /^(?:baseUrl|bedrock\.bedrockBaseUrl)$/u;
const keyPart = /^(?:apiKey|extraHeaders(?:[.[].*)?|bedrock\.(?:awsAuthRefresh|awsCredentialExport|awsProfile))$/u;

const togetherMs = 3_600_000;

interface ModelChange {
  readonly model: string;
  readonly change: ControlChange;
  readonly revision: Revision;
}

/**
 * Finds custom models whose address and key one person changed together or within an hour: that person can redirect the
 * organization's prompts and has the key.
 */
export function findKeysWithAddress(steps: readonly Step[]): readonly Finding[] {
  const keys = Map.groupBy(partsOf(steps, keyPart), ({ model }) => model);
  const found = partsOf(steps, addressPart).flatMap((address) => {
    const key = nearby(keys.get(address.model) ?? [], address).find((each) => areTogether(each, address));
    return key === undefined ? [] : [{ key, address }];
  });
  const once = new Map(found.map((pair) => [`${pair.address.revision.revision} ${pair.address.model}`, pair]));
  return [...once.values()].map(({ key, address }) => describe(key, address));
}

function partsOf(steps: readonly Step[], part: RegExp): readonly ModelChange[] {
  return steps.flatMap(({ revision, changes }) =>
    changes.flatMap((change) => {
      const [, model = '', rest = ''] = modelPart.exec(change.path) ?? [];
      return model !== '' && part.test(rest) && change.quiet === undefined ? [{ model, change, revision }] : [];
    }),
  );
}

function nearby(keys: readonly ModelChange[], { revision: { revision } }: ModelChange): readonly ModelChange[] {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle]?.revision.revision ?? 0) <= revision) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return keys.slice(Math.max(0, low - 1), low + 1);
}

function areTogether(key: ModelChange, address: ModelChange): boolean {
  if (key.revision.revision === address.revision.revision) {
    return true;
  }
  const apart = Math.abs(Date.parse(key.revision.updatedAt) - Date.parse(address.revision.updatedAt));
  return apart <= togetherMs && isSameActor(key.revision.actor, address.revision.actor);
}

function describe(key: ModelChange, address: ModelChange): Finding {
  const [first, last] = [key.revision, address.revision].toSorted((a, b) => a.revision - b.revision);
  const revisions = [...new Set([key.revision.revision, address.revision.revision])].toSorted((a, b) => a - b);
  const apartMs = first === undefined || last === undefined ? undefined : spanMs(first.updatedAt, last.updatedAt);
  const when = revisions.length === 1 ? 'at once' : `within ${describeSpan(apartMs ?? 0)}`;
  const actor = first?.actor ?? {};
  return {
    kind: 'key-with-address',
    severity: gravest([key.change.severity, address.change.severity], 'high'),
    sentence: `What is sent to ${address.model} now goes to another address with another key: ${nameOfActor(actor)} changed both ${when}.`,
    revisions,
    actor,
  };
}
