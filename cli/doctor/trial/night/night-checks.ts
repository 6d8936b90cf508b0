import type { TrialCheck } from '../trial-work.ts';
import { judgeLedger } from './judge-ledger.ts';
import { addDays, dayOf } from '../../../../shared/domain/time/day.ts';
import { dynamoLedgerStore } from '../../../../shared/adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { tryEnforcement } from './try-night.ts';

const daysShown = 35;

/** What the first night would be, from real answers on the temporary tables. */
export const nightChecks: readonly TrialCheck[] = [
  {
    name: 'first-night',
    about: 'Platform',
    proves: 'a first night can be read and planned; it is tried here, and sets no limit',
    needs: ['conditions', 'transactions', 'leases', 'key', 'role'],
    run: tryEnforcement,
  },
  {
    name: 'figures',
    about: 'Platform',
    proves: 'the figures of the platform agree with one another, and reach through yesterday',
    needs: ['tables', 'role'],
    async run({ dynamo, tables, nowMs }) {
      const today = dayOf(nowMs);
      const range = { from: addDays(today, -daysShown), through: addDays(today, -1) };
      return judgeLedger(await dynamoLedgerStore(dynamo, tables.ledger).listDays(range), today);
    },
  },
];
