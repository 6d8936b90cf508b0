import type { Assembly, Resource } from './assembly.ts';
import { isPlainObject } from './is-plain-object.ts';

export const account = '111122223333';
export const region = 'eu-central-1';

/** A resource of a template: what `Ref` and `Fn::GetAtt` name. */
interface Place {
  readonly stack: string;
  readonly id: string;
}

/** Gives a value of a template as CloudFormation would: with what its references come to. */
export type Resolve = (stack: string, value: unknown) => unknown;

const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Region': region,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Resolves the references of an assembly. An intrinsic function that it does not know is an error, never left as it is. */
export function resolverOf({ templates }: Pick<Assembly, 'templates'>): Resolve {
  const resourceAt = ({ stack, id }: Place): Resource => {
    const found = templates.get(stack)?.Resources[id];
    if (found === undefined) {
      throw new Error(`${stack} has no resource ${id}`);
    }
    return found;
  };
  const exports = new Map(
    [...templates].flatMap(([stack, { Outputs }]) =>
      Object.values(Outputs).map(({ Value, Export }) => [Export?.Name, { stack, Value }] as const),
    ),
  );

  function referenceTo(place: Place): string {
    const { Type, Properties } = resourceAt(place);
    if (Type === 'AWS::Lambda::Alias') {
      const { FunctionName, Name } = Properties;
      return arnOf('lambda', `function:${String(resolve(place.stack, FunctionName))}:${String(Name)}`);
    }
    if (Type === 'AWS::SSM::Parameter') {
      return String(resolve(place.stack, Properties['Name']));
    }
    return byReference[Type]?.(place) ?? nameOf(place);
  }

  const functions: Readonly<Record<string, (stack: string, argument: unknown) => unknown>> = {
    Ref: (stack, id) =>
      (id === 'AWS::StackId' ? stackIdOf(stack) : pseudo[String(id)]) ?? referenceTo({ stack, id: String(id) }),
    'Fn::GetAtt': (stack, argument) => {
      const [id = '', attribute = ''] = (argument as readonly string[]).map(String);
      return attributeOf(resourceAt({ stack, id }).Type, { stack, id }, attribute);
    },
    'Fn::ImportValue': (_stack, name) => {
      const found = exports.get(String(name));
      if (found === undefined) {
        throw new Error(`no stack exports ${String(name)}`);
      }
      return resolve(found.stack, found.Value);
    },
    'Fn::Join': (stack, argument) => {
      const [separator, parts] = argument as [string, readonly unknown[]];
      return parts.map((part) => String(resolve(stack, part))).join(separator);
    },
    'Fn::Select': (stack, argument) => {
      const [index, list] = argument as [number | string, unknown];
      return (resolve(stack, list) as readonly unknown[])[Number(index)];
    },
    'Fn::Split': (stack, argument) => {
      const [separator, text] = argument as [string, unknown];
      return String(resolve(stack, text)).split(separator);
    },
    'Fn::Sub': (stack, text) =>
      String(text).replaceAll(/\$\{([^}]+)\}/gu, (_all, name: string) => String(resolve(stack, { Ref: name }))),
  };

  function resolve(stack: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((each) => resolve(stack, each));
    }
    if (!isPlainObject(value)) {
      return value;
    }
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first !== undefined && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
      const apply = functions[first[0]];
      if (apply === undefined) {
        throw new Error(`${first[0]} is not known here`);
      }
      return apply(stack, first[1]);
    }
    return Object.fromEntries(entries.map(([name, each]) => [name, resolve(stack, each)]));
  }
  return resolve;
}

const stackIdOf = (stack: string): string =>
  arnOf('cloudformation', `stack/${stack}/51af3dc0-da77-11e4-872e-1234567db123`);

/** A name that CloudFormation could have made. */
const nameOf = ({ stack, id }: Place): string => `${stack}-${id}`;

export const arnOf = (service: string, resource: string): string =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

const byReference: Readonly<Record<string, (place: Place) => string>> = {
  'AWS::SecretsManager::Secret': (place) => arnOf('secretsmanager', `secret:${nameOf(place)}-a1b2c3`),
  'AWS::Cognito::UserPool': ({ id }) => `${region}_${id.slice(0, 9)}`,
  'AWS::SNS::Topic': (place) => arnOf('sns', nameOf(place)),
  'AWS::S3::Bucket': (place) => nameOf(place).toLowerCase(),
};

const byAttribute: Readonly<Record<string, (place: Place) => string>> = {
  'AWS::Lambda::Function.Arn': (place) => arnOf('lambda', `function:${nameOf(place)}`),
  'AWS::Lambda::Version.Version': () => '1',
  'AWS::DynamoDB::Table.Arn': (place) => arnOf('dynamodb', `table/${nameOf(place)}`),
  'AWS::DynamoDB::Table.StreamArn': (place) => arnOf('dynamodb', `table/${nameOf(place)}/stream/1`),
  'AWS::SQS::Queue.Arn': (place) => arnOf('sqs', nameOf(place)),
  'AWS::Logs::LogGroup.Arn': (place) => arnOf('logs', `log-group:${nameOf(place)}:*`),
  'AWS::Events::Rule.Arn': (place) => arnOf('events', `rule/${nameOf(place).slice(0, 64)}`),
  'AWS::KMS::Key.Arn': (place) => arnOf('kms', `key/${nameOf(place)}`),
  'AWS::IAM::Role.Arn': (place) => `arn:aws:iam::${account}:role/${nameOf(place)}`,
  'AWS::S3::Bucket.Arn': (place) => `arn:aws:s3:::${nameOf(place).toLowerCase()}`,
  'AWS::CloudFront::Distribution.DomainName': () => 'd111111abcdef8.cloudfront.net',
  'AWS::ApiGatewayV2::Api.ApiEndpoint': ({ id }) => `https://${id.toLowerCase()}.execute-api.${region}.amazonaws.com`,
};

function attributeOf(type: string, place: Place, attribute: string): string {
  return byAttribute[`${type}.${attribute}`]?.(place) ?? `${nameOf(place)}.${attribute}`;
}
