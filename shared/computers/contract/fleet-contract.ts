import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import {
  ComputerDocument,
  ComputerShownDocument,
  FleetApprovalsDocument,
  FleetPlanDocument,
} from './fleet-documents.ts';

const name = z.string().min(1).max(200);

export const fleetContract = {
  listComputers: {
    purpose: 'Lists the computers of the fleet list as they were last read',
    query: z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape }),
    answer: pageOf(ComputerDocument, {}),
    rowKey: ['name'],
  },
  showComputer: {
    purpose: 'Shows one computer: its entry, its steps, and what was tried',
    params: z.strictObject({ name }),
    query: AsOfQuery,
    answer: ComputerShownDocument,
  },
  planFleet: {
    purpose: 'Shows what would be done for the fleet, and with whose approval',
    query: AsOfQuery,
    answer: FleetPlanDocument,
  },
  approveFleet: {
    purpose: 'Approves what the plan proposes, each action for its cause alone; the next run does it',
    query: AsOfQuery,
    /** Without names: everything proposed. */
    body: z.strictObject({ names: z.array(name).max(1_000) }),
    answer: FleetApprovalsDocument,
  },
} as const satisfies Contract<'fleet'>;
