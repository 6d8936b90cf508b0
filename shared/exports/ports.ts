import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { DayRange } from '../kernel/time/day.ts';
import type { ExportKind } from './export-kinds.ts';
import type { ExportSink } from './export-sink.ts';
import type { ExportSource } from './export-source.ts';

/** The lists of an installation as exports have them. */
export interface FigureSource {
  /** `range`: of the journal; the others are as they are at a moment in Unix milliseconds. */
  list(what: Exclude<ExportKind, 'usage'>, range: DayRange, atMs: number): Promise<ExportSource>;
}

export const figureSourceNeeds: PortNeeds<FigureSource> = { list: 'free' };

/** Where monthly exports go. Raises ExportRefusedError, as its sinks do. */
export interface ExportFiles {
  open(place: {
    /** A folder, or `s3://BUCKET/PREFIX`. */
    readonly to: string;
    /** Below it. */
    readonly name: string;
    /** Of HTTP. */
    readonly mediaType: string;
    /** A file that is there stays as it is. */
    readonly isKept: boolean;
  }): Promise<ExportSink>;
}

export const exportFilesNeeds: PortNeeds<ExportFiles> = { open: 'call' };
