/** As much of a status as is cut: the rest is handed through. */
interface CutStatus {
  readonly stopped: readonly unknown[];
  readonly stoppedNext: readonly unknown[];
  readonly pools: readonly { readonly unbounded: readonly string[] }[];
  readonly held: readonly unknown[];
  readonly alerts: readonly { readonly severity: string }[];
  readonly undelivered: readonly unknown[];
}

/** So many of each are named; a page shows fewer. */
const namedMax = 20;

/** A status cut to what a first page shows of it, with how many there are of each: of a large organization it is long. */
export function showHome<S extends CutStatus>(status: S) {
  const { stopped, stoppedNext, pools, held, alerts, undelivered } = status;
  return {
    ...status,
    renewing: false,
    stopped: first<S['stopped'][number]>(stopped),
    stoppedNext: first<S['stoppedNext'][number]>(stoppedNext),
    // Until a pool is proven, everybody who draws on it is unbounded.
    pools: first<S['pools'][number]>(pools).map((pool) => ({ ...pool, unbounded: first(pool.unbounded) })),
    held: first<S['held'][number]>(held),
    alerts: first<S['alerts'][number]>(alerts),
    undelivered: first<S['undelivered'][number]>(undelivered),
    counts: {
      stopped: stopped.length,
      stoppedNext: stoppedNext.length,
      pools: pools.length,
      unbounded: pools.reduce((sum, { unbounded }) => sum + unbounded.length, 0),
      held: held.length,
      alerts: alerts.length,
      undelivered: undelivered.length,
      bySeverity: Object.fromEntries(
        [...Map.groupBy(alerts, ({ severity }) => severity)].map(([severity, own]) => [severity, own.length]),
      ),
    },
  };
}

function first<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, namedMax);
}
