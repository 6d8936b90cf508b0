/** The function sets caps, and reads what every such run reads. */
export {
  CapRunEnvironment as EnforceBudgetsEnvironment,
  capRunTables as enforceBudgetsTables,
  type CapRunVariables as EnforceBudgetsVariables,
} from '../../shared/runtime/cap-run-environment.ts';
