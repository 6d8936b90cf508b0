import type { budgetsContract } from '../../budgets/contract/budgets-contract.ts';
import type { calendarContract } from '../../calendar/contract.ts';
import type { capsContract } from '../../caps/contract/caps-contract.ts';
import type { channelsContract } from '../../channels/contract/channels-contract.ts';
import type { fleetContract } from '../../computers/contract/fleet-contract.ts';
import type { controlsContract } from '../../controls/contract/controls-contract.ts';
import type { digestsContract } from '../../digest/contract.ts';
import type { plansContract } from '../../enforcement/contract.ts';
import type { exportsContract } from '../../exports/contract.ts';
import type { grantsContract } from '../../grants/contract/grants-contract.ts';
import type { hookContract } from '../../hook/contract.ts';
import type { ledgerContract } from '../../ledger/contract.ts';
import type { metricsContract } from '../../metrics/contract.ts';
import type { alertsContract } from '../../notifications/contract.ts';
import type { readinessContract } from '../../readiness/contract/readiness-contract.ts';
import type { requestsContract } from '../../requests/contract/requests-contract.ts';
import type { sessionsContract } from '../../sessions/contract/sessions-contract.ts';
import type { settingsContract } from '../../settings/contract/settings-contract.ts';
import type { statusContract } from '../../status/contract.ts';
import type { teamsContract } from '../../teams/contract/teams-contract.ts';
import type { accessContract, ownContract } from '../access/contract.ts';
import type { editsContract } from '../records/contract/edits-contract.ts';
import type { recordsContract } from '../records/contract/records-contract.ts';
import type { runsContract } from '../runs/contract/runs-contract.ts';
import type { DocumentOf, GivenOf, InputOf } from './contract.ts';

/** All contracts as types only: a caller loads no schema. */
type Contracts = typeof alertsContract &
  typeof budgetsContract &
  typeof calendarContract &
  typeof capsContract &
  typeof channelsContract &
  typeof digestsContract &
  typeof editsContract &
  typeof exportsContract &
  typeof metricsContract &
  typeof fleetContract &
  typeof grantsContract &
  typeof plansContract &
  typeof readinessContract &
  typeof recordsContract &
  typeof runsContract &
  typeof sessionsContract &
  typeof settingsContract &
  typeof statusContract &
  typeof ledgerContract &
  typeof controlsContract &
  typeof teamsContract &
  typeof requestsContract &
  typeof hookContract &
  typeof accessContract &
  typeof ownContract;

export type OperationId = keyof Contracts;
export type OperationGiven<Id extends OperationId> = GivenOf<Contracts[Id]>;
export type OperationInput<Id extends OperationId> = InputOf<Contracts[Id]>;
export type OperationDocument<Id extends OperationId> = DocumentOf<Contracts[Id]>;
