import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Judge } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withFirstNight } from './first-night.ts';

const parseMetrics = `
import sys
from prometheus_client.parser import text_string_to_metric_families
families = list(text_string_to_metric_families(open(sys.argv[1], encoding="utf-8").read()))
seen = set()
for family in families:
    for sample in family.samples:
        key = (sample.name, tuple(sorted(sample.labels.items())))
        if key in seen:
            print("PROBLEM twice:", key)
        seen.add(key)
        if family.type != "gauge" or not family.documentation:
            print("PROBLEM without a type or a help:", sample.name)
print("COUNT", len(seen))
`;

/** `curfew metrics` of a demo organization, by the parser of Prometheus's client for Python. */
export const metricsJudge: Judge = {
  name: 'metrics',
  requirements: 'reach',
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const file = join(folder, 'metrics.txt');
      writeFileSync(file, await curfew('metrics'));
      const said = (await outputOf(python.command('python'), ['-c', parseMetrics, file])).split('\n');
      const count = Number(said.find((line) => line.startsWith('COUNT '))?.slice(6) ?? 0);
      const problems = said.filter((line) => line.startsWith('PROBLEM ')).map((line) => line.slice(8));
      return { exceptions: [], judged: `${count} series`, count, problems };
    }),
};
