import { Link } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../page-frame.tsx';
import { ImportPanel } from './import-panel.tsx';
import { Review } from './review.tsx';
import type { ImportKind, PastedFile } from './use-import.ts';

/** Many records at once, pasted or from a file, with what they would do before anything is saved. */
export function ImportPage({
  kind,
  many,
  path,
  help,
  example,
  readPasted,
}: {
  readonly kind: ImportKind;
  readonly many: string;
  readonly path: string;
  /** The columns, and the handling of missing rows. */
  readonly help: string;
  readonly example: string;
  /** `stored`: the records that there are, for what is not pasted of one. */
  readonly readPasted: (text: string, stored: readonly object[]) => PastedFile;
}) {
  const stored = useRead('exportRecords', { kind: kind.kind }, { isLive: false });
  const rows = stored.data?.document.records ?? [];
  return (
    <PageFrame
      actions={<Link to={path}>{`All ${many}`}</Link>}
      description="Every row is checked, and what it would do is shown, before anything is saved"
      reads={[stored]}
      title={`Paste or import ${many}`}
    >
      {() => (
        <ImportPanel
          example={example}
          help={help}
          many={many}
          readPasted={(text) => readPasted(text, rows)}
          review={(file, onDone) => <Review file={file} kind={kind} onDone={onDone} />}
        />
      )}
    </PageFrame>
  );
}
