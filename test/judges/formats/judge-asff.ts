import { join } from 'node:path';

import type { Judge } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import { withFirstNight } from './first-night.ts';

const validateCalls = `
import json, sys
from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.validate import ParamValidator
model = ServiceModel(Loader().load_service_model("securityhub", "service-2"), "securityhub")
shape = model.operation_model("BatchImportFindings").input_shape
count = 0
for line in open(sys.argv[1], encoding="utf-8"):
    findings = json.loads(line)
    count += len(findings)
    report = ParamValidator().validate({"Findings": findings}, shape)
    if report.has_errors():
        print("PROBLEM", report.generate_report()[:500])
    if len(findings) > 100 or len(line.encode()) > 240_002:
        print("PROBLEM a call that is too large")
print("COUNT", count)
`;

/** `controls export --format asff` of a demo organization, by the model of AWS in botocore. */
export const asffJudge: Judge = {
  name: 'asff',
  requirements: 'reach',
  judge: async (python) =>
    withFirstNight(async ({ folder, curfew }) => {
      const file = join(folder, 'findings.asff.jsonl');
      const period = ['--from', '2026-01-01', '--to', new Date().toISOString().slice(0, 10)];
      const hub = ['--account', '123456789012', '--region', 'eu-west-1'];
      await curfew('controls', 'export', ...period, '--format', 'asff', ...hub, '--out', file);
      const said = (await outputOf(python.command('python'), ['-c', validateCalls, file])).split('\n');
      const count = Number(said.find((line) => line.startsWith('COUNT '))?.slice(6) ?? 0);
      const problems = said.filter((line) => line.startsWith('PROBLEM ')).map((line) => line.slice(8));
      return { exceptions: [], judged: `${count} findings`, count, problems };
    }),
};
