import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

export interface TableBlock {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** A piece of an answer, before it is drawn for a terminal or as Markdown: a line, or a table. */
export type Block = string | TableBlock;

/** Blocks for a terminal, each on lines of its own. */
export function drawBlocks(blocks: readonly Block[], style: Style): string {
  return blocks
    .map((block) => (typeof block === 'string' ? block : renderTable(block.columns, block.rows, style)))
    .join('\n');
}
