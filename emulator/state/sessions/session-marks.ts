import { z } from 'zod';

import { MINUTE_MS } from '../day.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { SavedSlices } from '../state-file.ts';

/** What PATCH left on a session. All times in Unix ms. */
export interface SessionMark {
  readonly settings: JsonObject;
  readonly patchedAtMs: number;
  /** When the session was archived, and with that stopped; undefined while it may go on. */
  readonly stoppedAtMs?: number | undefined;
}

/** The marks of all sessions; they outlive a restart. */
interface SessionMarks {
  readonly of: (sessionId: string) => SessionMark | undefined;
  /** The minute since 1970 in which a session was archived; `Infinity` for one that was not. */
  readonly stopOf: (sessionId: string) => number;
  /** Moves with every session that is archived. */
  archivings(): number;
  /** Puts the given settings in place of the former ones, field by field. */
  put(sessionId: string, settings: JsonObject, at: { readonly nowMs: number; readonly updatedAtMs: number }): void;
  /** Keeps the marks of these sessions alone. */
  keep(isListed: (sessionId: string) => boolean): void;
}

const Marks = z.record(
  z.string(),
  z.object({
    settings: z.custom<JsonObject>(isJsonObject),
    patchedAtMs: z.number(),
    stoppedAtMs: z.number().optional(),
  }),
);

/** The marks that were saved, and those to come. */
export function sessionMarks(saved: SavedSlices): SessionMarks {
  const marks = new Map<string, SessionMark>(Object.entries(Marks.parse(saved.load('sessions') ?? {})));
  let archivings = 0;
  return {
    of: (sessionId) => marks.get(sessionId),
    stopOf: (sessionId) => Math.floor((marks.get(sessionId)?.stoppedAtMs ?? Infinity) / MINUTE_MS),
    archivings: () => archivings,
    put(sessionId, settings, { nowMs, updatedAtMs }) {
      const before = marks.get(sessionId);
      const isArchived = before?.stoppedAtMs !== undefined;
      const archives = settings['archivedAt'] !== undefined && !isArchived;
      archivings += archives ? 1 : 0;
      marks.set(sessionId, {
        settings: { ...before?.settings, ...settings },
        // Also on a manual clock an update moves updatedAt.
        patchedAtMs: Math.max(nowMs, updatedAtMs + 1),
        stoppedAtMs: archives ? nowMs : before?.stoppedAtMs,
      });
    },
    keep(isListed) {
      for (const sessionId of [...marks.keys()].filter((id) => !isListed(id))) {
        marks.delete(sessionId);
      }
      saved.save('sessions', { toJSON: () => Object.fromEntries(marks) });
    },
  };
}
