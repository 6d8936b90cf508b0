import type { PlatformLogger } from '../http/platform-event.ts';
import type { FieldProblem } from './field-problem.ts';

const UNKNOWN_PATHS_MAX = 200;

/** A row that could not be read, set aside so that its neighbours can be used. */
export interface QuarantinedRow extends FieldProblem {
  /** The place in the answer, for example `data[0].by_user[57]`. */
  readonly path: string;
  /** Its id, when at least that could be read. */
  readonly id: string | undefined;
  /** Its day (YYYY-MM-DD), when it has one and that could be read. */
  readonly day: string | undefined;
}

/** What one answer contained that the document does not show. */
export interface ResponseAnomalies {
  readonly quarantined: readonly QuarantinedRow[];
  /** Path of each undocumented field (or of a field with an undocumented value), and how often it occurred. */
  readonly unknownFields: ReadonlyMap<string, number>;
}

/** Collects the anomalies of an answer while it is read. */
export interface Findings {
  readonly countUnknown: (path: string) => void;
  readonly quarantine: (row: QuarantinedRow) => void;
  /** The rows set aside so far from the list at `path`. */
  readonly quarantinedIn: (path: string) => readonly QuarantinedRow[];
  /** Reports to the logger, once the answer is read, and returns what was collected. */
  readonly close: () => ResponseAnomalies;
}

export function createFindings(endpoint: string, logger: PlatformLogger): Findings {
  const quarantined: QuarantinedRow[] = [];
  const unknownFields = new Map<string, number>();
  return {
    countUnknown(path) {
      // An answer with a new name in every row must not fill the memory with names.
      const known = unknownFields.has(path) || unknownFields.size < UNKNOWN_PATHS_MAX;
      const counted = known ? path : '(others)';
      unknownFields.set(counted, (unknownFields.get(counted) ?? 0) + 1);
    },
    quarantine(row) {
      quarantined.push(row);
    },
    quarantinedIn: (path) => quarantined.filter((row) => row.path.startsWith(`${path}[`)),
    close() {
      if (unknownFields.size > 0) {
        logger({ kind: 'unknown-fields', endpoint, fields: unknownFields });
      }
      const [first] = quarantined;
      if (first !== undefined) {
        const firstProblem = `${first.path} ${first.field}: ${first.problem}`;
        logger({ kind: 'rows-quarantined', endpoint, rows: quarantined.length, firstProblem });
      }
      return { quarantined, unknownFields };
    },
  };
}
