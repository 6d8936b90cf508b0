import * as z from 'zod';
import type { ListPage } from '../../../application/runs/ports.ts';
import type { RosterPage } from '../../../application/enforcement/ports.ts';
import type { RosterUser } from '../../../domain/roster/person.ts';
import type { UserMetricsPage } from '../../../domain/ledger/reading.ts';
import { rosterUserFields } from '../items/roster-user-fields.ts';
import { storing } from '../items/storing.ts';

/** A page of the roster as it is kept: what looks like a secret was left out before. */
export const KeptRosterPage = storing<Omit<RosterPage, 'users'> & { readonly users: readonly RosterUser[] }>()(
  z.object({
    users: z.array(z.object(rosterUserFields)),
    unreadable: z.int().min(0),
    next: z.string().exactOptional(),
  }),
);

/** A page of the users analytics as it is kept. */
export const KeptMetricsPage = storing<UserMetricsPage & ListPage>()(
  z.object({
    rows: z.array(z.object({ day: z.string(), userId: z.string().min(1), credits: z.int() })),
    unreadable: z.array(
      z.object({ day: z.string().exactOptional(), userId: z.string().exactOptional(), problem: z.string() }),
    ),
    next: z.string().exactOptional(),
  }),
);
