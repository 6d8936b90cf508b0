/** The filters of the timeline as the address has them; the export takes the same. */
export const noTimelineFilter = {
  direction: '',
  severity: '',
  path: '',
  actor: '',
  acceptor: '',
  from: '',
  to: '',
} as const;

type TimelineFilter = Readonly<Record<keyof typeof noTimelineFilter, string>>;

/** What of the filters is said; a day that is not whole yet is not. */
export function saidFilter(filter: TimelineFilter): Partial<TimelineFilter> {
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) =>
        name in noTimelineFilter &&
        value.trim() !== '' &&
        (!['from', 'to'].includes(name) || /^\d{4}-\d{2}-\d{2}$/u.test(value)),
    ),
  );
}

/** The same as the export of the evidence takes it. */
export function exportFilter(filter: TimelineFilter) {
  const { from, to, ...said } = saidFilter(filter);
  const only = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    control: [],
    direction: only(said.direction) as ('loosened' | 'tightened' | 'changed')[],
    severity: only(said.severity) as ('critical' | 'high' | 'medium' | 'low' | 'info')[],
    path: [...only(said.path)],
    actor: [...only(said.actor)],
    acceptor: [...only(said.acceptor)],
    ticket: [],
  };
}
