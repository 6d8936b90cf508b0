import type { PlatformLogger } from '../http/platform-event.ts';
import type { FieldProblem } from './field-problem.ts';

const UNKNOWN_PATHS_MAX = 200;

/** An unreadable row, set aside so that the others can be used. */
export interface QuarantinedRow extends FieldProblem {
  /** The place in the answer, for example `data[0].by_user[57]`. */
  readonly path: string;
  readonly id: string | undefined;
  readonly day: string | undefined;
}

export interface ResponseAnomalies {
  readonly quarantined: readonly QuarantinedRow[];
  readonly unknownFields: ReadonlyMap<string, number>;
}

export interface Findings {
  readonly countUnknown: (path: string) => void;
  readonly quarantine: (row: QuarantinedRow) => void;
  readonly quarantinedIn: (path: string) => readonly QuarantinedRow[];
  readonly close: () => ResponseAnomalies;
}

export function createFindings(endpoint: string, logger: PlatformLogger): Findings {
  const quarantined: QuarantinedRow[] = [];
  const unknownFields = new Map<string, number>();
  return {
    countUnknown(path) {
      // New names in every row must not fill the memory.
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
