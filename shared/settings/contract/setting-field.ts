import * as z from 'zod';

import { bare } from './setting.ts';

export const SettingFieldDocument = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('number'),
    isWhole: z.boolean(),
    least: z.number().nullable(),
    most: z.number().nullable(),
  }),
  z.object({ kind: z.literal('flag') }),
  /** False, or the settings under it. */
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('choice'), options: z.array(z.string()).readonly() }),
  /** `15:30`. */
  z.object({ kind: z.literal('time') }),
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('list'), of: z.enum(['emails', 'texts', 'numbers']) }),
  z.object({ kind: z.literal('lists') }),
  z.object({ kind: z.literal('json') }),
]);
export type SettingField = z.output<typeof SettingFieldDocument>;

export function fieldOfSetting(schema: z.ZodType, unit: string | undefined): SettingField {
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue, format } = schema;
    return { kind: 'number', isWhole: format === 'safeint', least: safe(minValue), most: safe(maxValue) };
  }
  if (schema instanceof z.ZodArray) {
    return listOf(bare(schema.element as z.ZodType));
  }
  if (schema instanceof z.ZodEnum) {
    return { kind: 'choice', options: schema.options.map(String) };
  }
  if (schema instanceof z.ZodBoolean) {
    return { kind: 'flag' };
  }
  if (schema instanceof z.ZodUnion) {
    return { kind: 'off' };
  }
  if (schema instanceof z.ZodRecord) {
    return schema.valueType instanceof z.ZodArray ? { kind: 'lists' } : { kind: 'json' };
  }
  return { kind: unit === 'time of day' ? 'time' : 'text' };
}

function listOf(element: z.ZodType): SettingField {
  if (element instanceof z.ZodObject) {
    return { kind: 'json' };
  }
  const of = element instanceof z.ZodNumber ? 'numbers' : element instanceof z.ZodEmail ? 'emails' : 'texts';
  return { kind: 'list', of };
}

/** The bounds of safe integers mean no bound. */
function safe(bound: number | null): number | null {
  return bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound;
}
