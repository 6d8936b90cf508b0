import type { JsonObject } from '../controls/json.ts';
import type { ControlsDecisionStore, RevisionStore } from '../controls/ports.ts';
import { redactAgain, redactionVersion } from '../redaction/redact-settings.ts';
import type { Fingerprint } from '../redaction/redact-text.ts';

/**
 * Revisions to be compared with each other: a content that earlier rules have redacted is read as today's rules redact
 * what the platform serves of it, so that nothing looks changed because more is hidden. Never for a proof: the digest of
 * what is read is not that of what is stored.
 */
export function revisionsAsServed(store: RevisionStore): RevisionStore {
  return {
    find: async (series, revisions) => store.find(series, revisions),
    list: async (series, from, countMax) => store.list(series, from, countMax),
    findBelow: async (series, revision) => store.findBelow(series, revision),
    put: async (entry, revision) => store.put(entry, revision),
    async read(entry, digest) {
      const content = await store.read(entry, digest);
      if (content === undefined || content.redaction === redactionVersion) {
        return content;
      }
      const [known] = await store.find(entry.series, [entry.revision]);
      const served = known?.versions.findLast(({ sameAs }) => sameAs === digest);
      return served === undefined ? content : ((await store.read(entry, served.digest)) ?? content);
    },
  };
}

/** The same, and what the platform does not serve any more is redacted again. */
export function comparableRevisions(store: RevisionStore, fingerprint: () => Promise<Fingerprint>): RevisionStore {
  const revisions = revisionsAsServed(store);
  return {
    ...revisions,
    async read(entry, digest) {
      const content = await revisions.read(entry, digest);
      return content === undefined || content.redaction === redactionVersion
        ? content
        : { ...content, settings: redactAgain(content.settings, await fingerprint()) };
    },
  };
}

/** The approved baseline as today's rules redact it. */
export function comparableDecisions(
  store: ControlsDecisionStore,
  fingerprint: () => Promise<Fingerprint>,
): ControlsDecisionStore {
  return {
    ...store,
    async readBaseline() {
      const approved = await store.readBaseline();
      if (approved === undefined) {
        return undefined;
      }
      const { baseline, version } = approved;
      const settings: JsonObject = redactAgain(baseline.settings, await fingerprint());
      return { baseline: { ...baseline, settings }, version };
    },
  };
}
