/** An edit sets caps as the night does: the function reads what every such run reads. */
export {
  CapRunEnvironment as WatchEditsEnvironment,
  capRunTables as watchEditsTables,
  type CapRunVariables as WatchEditsVariables,
} from '../../shared/runtime/cap-run-environment.ts';
