/** The timeline's filters in the address; the export uses the same ones. */
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

/** The set filters; an incomplete day is ignored. */
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

/** The filters for the evidence's export. */
export function exportFilter(filter: TimelineFilter) {
  const { from, to, ...said } = saidFilter(filter);
  const only = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);
  return {
    from,
    to,
    control: [],
    direction: only(said.direction) as ('loosened' | 'tightened' | 'changed')[],
    severity: only(said.severity) as ('critical' | 'high' | 'medium' | 'low' | 'info')[],
    path: [...only(said.path)],
    actor: [...only(said.actor)],
    acceptor: [...only(said.acceptor)],
    ticket: [],
  };
}
