import { prometheusName, type Metric } from './metric.ts';

const columns = 24;
const widths = { stat: 4, timeseries: 12 } as const;
const heights = { stat: 4, timeseries: 8 } as const;

/** A dashboard of Grafana with a panel for each metric that has a title: single figures first, then courses. */
export function grafanaDashboard(metrics: readonly Metric[]) {
  const titled = metrics.filter(({ title }) => title !== undefined);
  const kinds = ['stat', 'timeseries'] as const;
  let y = 0;
  const panels = kinds.flatMap((kind) => {
    const own = titled.filter(({ labels }) => (labels.length === 0) === (kind === 'stat'));
    const each = columns / widths[kind];
    const top = y;
    y += Math.ceil(own.length / each) * heights[kind];
    return own.map((metric, index) => {
      const place = { x: (index % each) * widths[kind], y: top + Math.floor(index / each) * heights[kind] };
      return (id: number) => panelOf(metric, kind, { id, ...place });
    });
  });
  return {
    uid: 'curfew',
    title: 'Curfew',
    description: 'Credit budgets of coding agents, and the jobs that keep them',
    tags: ['curfew'],
    timezone: 'utc',
    editable: true,
    graphTooltip: 1,
    refresh: '5m',
    schemaVersion: 39,
    time: { from: 'now-30d', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
        variableOf('job', 'Job', 'label_values(curfew_people, job)'),
        variableOf('instance', 'Instance', 'label_values(curfew_people{job=~"$job"}, instance)'),
      ],
    },
    annotations: { list: [] },
    panels: panels.map((make, index) => make(index + 1)),
  };
}

const datasource = { type: 'prometheus', uid: '${datasource}' } as const;

function variableOf(name: string, label: string, query: string) {
  return {
    name,
    label,
    type: 'query',
    datasource,
    query: { query, refId: name },
    refresh: 2,
    multi: true,
    includeAll: true,
    allValue: '.+',
    current: { text: 'All', value: '$__all' },
  };
}

function panelOf(
  metric: Metric,
  type: keyof typeof widths,
  { id, x, y }: { readonly x: number; readonly y: number } & { readonly id: number },
) {
  const { title = '', help, labels, shown } = metric;
  return {
    id,
    type,
    title,
    description: help,
    datasource,
    gridPos: { h: heights[type], w: widths[type], x, y },
    fieldConfig: {
      defaults: { unit: shown?.unit ?? 'short', min: 0 },
      overrides: [],
    },
    options:
      type === 'stat'
        ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, graphMode: 'area' }
        : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: [
      {
        refId: 'A',
        datasource,
        expr: expressionOf(metric),
        legendFormat: labels.map((label) => `{{${label}}}`).join(' / '),
      },
    ],
  };
}

/** Of the installations that are chosen. */
function expressionOf({ shown, ...metric }: Metric): string {
  return (shown?.expression ?? 'NAME')
    .replaceAll('NAME', prometheusName(metric))
    .replaceAll(/curfew_\w+/gu, (name) => `${name}{job=~"$job", instance=~"$instance"}`);
}
