import { z } from 'zod';

import { MINUTE_MS } from '../clock.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { SavedSlices } from '../state-file.ts';

/** What PATCH left on a session, in Unix ms. */
export interface SessionMark {
  readonly settings: JsonObject;
  readonly patchedAtMs: number;
  /** When archived, and so stopped; undefined while it may continue. */
  readonly stoppedAtMs?: number | undefined;
}

interface SessionMarks {
  readonly of: (sessionId: string) => SessionMark | undefined;
  /** The minute since 1970 when archived; `Infinity` for none. */
  readonly stopOf: (sessionId: string) => number;
  /** Changes with every archived session. */
  archivings(): number;
  put(sessionId: string, settings: JsonObject, at: { readonly nowMs: number; readonly updatedAtMs: number }): void;
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
        // An update moves updatedAt also on a manual clock.
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
