import './budgets.css';
import { Link } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { ImportPanel } from '../../parts/importing/import-panel.tsx';
import { Review } from '../../parts/importing/review.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { budgetImport, budgetTable } from './budget-table.ts';

/** A bulk edit. Existing budgets keep fields that are not pasted. */
export function Page() {
  const stored = useRead('exportRecords', { kind: 'budgets' }, { isLive: false });
  const rows = stored.data?.document.records ?? [];
  return (
    <PageFrame
      actions={<Link to="/budgets">All budgets</Link>}
      description="Every row is checked, and what it would do is shown, before anything is saved"
      reads={[stored]}
      title="Paste or import budgets"
    >
      {() => (
        <ImportPanel
          example={'team:web\tmonth\t1.5M'}
          help="Columns scope, window, amount; or with a header, any of the columns in any order. Budgets that are not pasted stay."
          many="budgets"
          readPasted={(text) => budgetTable.readPasted(text, rows)}
          review={(file, onDone) => <Review file={file} kind={budgetImport} onDone={onDone} />}
        />
      )}
    </PageFrame>
  );
}
