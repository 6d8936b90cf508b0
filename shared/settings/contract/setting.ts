import * as z from 'zod';

/** The unit of a setting's number; of a text, that it is a time such as 07:30. */
type SettingUnit =
  | 'credits'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'percent'
  | 'seconds'
  | 'share of 1'
  | 'time of day'
  | 'users';

export interface SettingDescription {
  /** `pools.reserveShare`; a list element is `[]`, a free name `*`. */
  readonly path: string;
  /** Undefined when missing, which a test rejects. */
  readonly help: string | undefined;
  readonly unit: string | undefined;
  /** Undefined when there is no default, and inside lists. */
  readonly default: unknown;
  /** Parses a value, without the default. */
  readonly schema: z.ZodType;
}

/** Adds help and unit to a setting's schema. The schema object is described, so it must be this setting's own. */
export function setting<S extends z.ZodType>(schema: S, help: string, unit?: SettingUnit): S {
  z.globalRegistry.add(schema, { description: help, unit });
  return schema;
}

/** Every setting of a settings object, nested ones after their group. */
export function describeSettings(schema: z.ZodType, defaults: unknown, path = ''): readonly SettingDescription[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) {
    return describeSettings(inner.element as z.ZodType, undefined, `${path}[]`);
  }
  if (inner instanceof z.ZodRecord) {
    return describeSettings(inner.valueType as z.ZodType, undefined, `${path}.*`);
  }
  if (!(inner instanceof z.ZodObject)) {
    return [];
  }
  return Object.entries(inner.shape as Readonly<Record<string, z.ZodType>>).flatMap(([name, each]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const usual = valueAt(defaults, name);
    const { description, unit } = each.meta() ?? {};
    const described = {
      path: at,
      help: description,
      unit: typeof unit === 'string' ? unit : undefined,
      default: usual,
      schema: bare(each),
    };
    return [described, ...describeSettings(each, usual, at)];
  });
}

/** Settings with their own value, by path: without groups and list contents. */
export function leafSettings(described: readonly SettingDescription[]): readonly SettingDescription[] {
  return described.filter(({ path, schema }) => !(schema instanceof z.ZodObject) && !/\[\]|\*/u.test(path));
}

/** For a union, the member with nested settings. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const inner = bare(schema);
  const options = inner instanceof z.ZodUnion ? (inner.options as readonly z.ZodType[]) : [];
  return options.map(unwrapped).find((option) => option instanceof z.ZodObject) ?? inner;
}

/** Unwraps defaults and lazy schemas. */
export function bare(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodLazy ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional;
  return isWrapper ? bare(schema.unwrap() as z.ZodType) : schema;
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
