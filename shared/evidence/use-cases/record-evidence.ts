import type { Json, JsonObject } from '../../controls/json.ts';
import type { EvidenceChain } from '../../controls/ports.ts';
import type { Clock } from '../../kernel/runs/ports.ts';
import { lastRecordAt, nextLink, type Link, type LinkKind } from '../chain.ts';

export interface EvidencePorts {
  readonly clock: Clock;
  readonly evidence: EvidenceChain;
}

/** The body of a link. `id` is derived from what it records, so that no writer or successor appends it twice. */
export interface EvidenceRecord {
  readonly kind: LinkKind;
  readonly id: string;
  readonly body: JsonObject;
}

interface EvidenceWriter {
  add(record: EvidenceRecord): Promise<void>;
  /** Whether a record of that id is known to be in the chain: `add` would add nothing. */
  has(id: string): boolean;
  readonly head: Link | undefined;
}

const attemptsMax = 10;
const linksPerPage = 500;

class EvidenceBusyError extends Error {
  override readonly name = 'EvidenceBusyError';
}

/** A writer at the end of the chain: at `head`, unless the chain has grown. */
export function evidenceWriterAt({ clock, evidence }: EvidencePorts, head: Link | undefined): EvidenceWriter {
  return writerAt({ clock, evidence }, head).writer;
}

/**
 * A writer at the end of the chain. `sinceSeq`: records in later links are not appended again, since an interrupted run
 * may have appended them.
 */
export async function evidenceWriter(ports: EvidencePorts, sinceSeq?: number): Promise<EvidenceWriter> {
  const { writer, readOn } = writerAt(ports, await ports.evidence.head());
  if (sinceSeq !== undefined) {
    await readOn(sinceSeq);
  }
  return writer;
}

function writerAt({ clock, evidence }: EvidencePorts, newest: Link | undefined) {
  const appended = new Set<Json | undefined>();
  let head = newest;

  async function readOn(afterSeq: number): Promise<void> {
    for (let from = afterSeq + 1; ;) {
      const links = await evidence.list(from, linksPerPage);
      links.forEach(({ body }) => appended.add(body['id']));
      head = links.at(-1) ?? head;
      if (links.length < linksPerPage) {
        return;
      }
      from += linksPerPage;
    }
  }

  const writer: EvidenceWriter = {
    async add({ kind, id, body }) {
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        if (appended.has(id)) {
          return;
        }
        const at = new Date(clock.now()).toISOString();
        const lastRecord = lastRecordAt(head);
        const placed = { ...body, id, ...(lastRecord === undefined ? {} : { lastRecord: { ...lastRecord } }) };
        const link = nextLink(head, { at, kind, body: placed });
        if ((await evidence.append(link, head)) === 'appended') {
          head = link;
          appended.add(id);
          return;
        }
        await readOn(head?.seq ?? 0);
      }
      throw new EvidenceBusyError(`the evidence chain moved on ${attemptsMax} times before a link could be added`);
    },
    has: (id) => appended.has(id),
    get head() {
      return head;
    },
  };
  return { writer, readOn };
}
