import { redactAgain, redactionVersion } from '../adapters/platform/redaction/redact-settings.ts';
import type { ControlsDecisionStore, RevisionStore } from '../application/controls/ports.ts';
import type { JsonObject } from '../domain/controls/json.ts';

type Fingerprint = (secret: string) => string;

/**
 * Revisions to be compared with what the platform serves: contents that earlier rules have redacted are read as today's
 * rules redact them, so that nothing looks changed because more is hidden. Never for a proof: the digest of what is read
 * is not that of what is stored.
 */
export function comparableRevisions(store: RevisionStore, fingerprint: () => Promise<Fingerprint>): RevisionStore {
  return {
    ...store,
    async read(entry, digest) {
      const content = await store.read(entry, digest);
      if (content === undefined || content.redaction === redactionVersion) {
        return content;
      }
      // What the platform serves of it today says it exactly.
      const [known] = await store.find(entry.series, [entry.revision]);
      const same = known?.versions.findLast(({ sameAs }) => sameAs === digest);
      const served = same === undefined ? undefined : await store.read(entry, same.digest);
      return served ?? { ...content, settings: redactAgain(content.settings, await fingerprint()) };
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
