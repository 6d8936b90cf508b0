import { createRequire } from 'node:module';

import * as z from 'zod';

/** A value of a template that CloudFormation would not take. */
interface SchemaProblem {
  /** The logical id of the resource. */
  readonly resource: string;
  /** Where in it, as `Properties.MemorySize`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

export interface PublishedSchemas {
  problemsOf(template: object): readonly SchemaProblem[];
}

const Report = z.object({
  diagnostics: z.array(
    z.object({
      ruleId: z.string(),
      severity: z.string(),
      message: z.string(),
      propertyPath: z.string().default(''),
      entity: z.object({ logicalId: z.string().default('') }).default({ logicalId: '' }),
    }),
  ),
});

interface Validator {
  readonly CelEngine: new () => { validateTemplate(template: object): unknown };
  readonly TemplateContent: new (text: string) => object;
}

/** A value that is none of those which a property may have is only a warning there: there may be newer ones. We use none. */
const notOneOf = 'W3030';

/**
 * The schemas that AWS publishes of the resources of CloudFormation, with AWS's own validator, which the CDK brings along:
 * types, values, lengths, patterns, ranges. To read them takes two seconds.
 */
export function publishedSchemas(): PublishedSchemas {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk-lib/package.json');
  const { CelEngine, TemplateContent } = createRequire(cdk)('@aws/cloudformation-validate') as Validator;
  const engine = new CelEngine();
  return {
    problemsOf(template) {
      const report = Report.parse(engine.validateTemplate(new TemplateContent(JSON.stringify(template))));
      return report.diagnostics
        .filter(({ severity, ruleId }) => severity === 'FATAL' || severity === 'ERROR' || ruleId === notOneOf)
        .map(({ ruleId: rule, message, propertyPath: path, entity }) => ({
          resource: entity.logicalId,
          path,
          rule,
          message,
        }));
    },
  };
}
