import * as z from 'zod';

/** What a number of a setting counts; of a text, that it is a time such as 07:30. */
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

/** One setting, for documentation, commands and forms. */
export interface SettingDescription {
  /** `pools.reserveShare`; an element of a list is `[]`, a name that is free `*`. */
  readonly path: string;
  /** Undefined where nobody wrote one, which a test refuses. */
  readonly help: string | undefined;
  readonly unit: string | undefined;
  /** What stands for it when it is left out; undefined where that is nothing at all, and inside lists. */
  readonly default: unknown;
  /** What reads a value of it, without what stands for one that is left out. */
  readonly schema: z.ZodType;
}

/** A setting with its help text, and what its number counts. The schema is of this setting alone: it is no copy that is described. */
export function setting<S extends z.ZodType>(schema: S, help: string, unit?: SettingUnit): S {
  z.globalRegistry.add(schema, { description: help, unit });
  return schema;
}

/** Every setting of an object of settings, those inside others after them. */
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

/** The settings by path that have a value of their own: those that hold others, and what is inside lists, are left out. */
export function leafSettings(described: readonly SettingDescription[]): readonly SettingDescription[] {
  return described.filter(({ path, schema }) => !(schema instanceof z.ZodObject) && !/\[\]|\*/u.test(path));
}

/** Of a choice, the one with settings of its own. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const inner = bare(schema);
  const options = inner instanceof z.ZodUnion ? (inner.options as readonly z.ZodType[]) : [];
  return options.map(unwrapped).find((option) => option instanceof z.ZodObject) ?? inner;
}

/** The schema behind defaults, and behind what is made when it is needed. */
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
