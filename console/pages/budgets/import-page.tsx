import { ImportPage } from '../../parts/importing/import-page.tsx';
import { budgetImport, budgetTable } from './budget-table.ts';

/** A bulk edit. Existing budgets keep fields that are not pasted. */
export function Page() {
  return (
    <ImportPage
      example={'team:web\tmonth\t1.5M'}
      help="Columns scope, window, amount; or with a header, any of the columns in any order. Budgets that are not pasted stay."
      kind={budgetImport}
      many="budgets"
      path="/budgets"
      readPasted={budgetTable.readPasted}
    />
  );
}
