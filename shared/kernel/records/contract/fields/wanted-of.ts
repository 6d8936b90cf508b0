import * as z from 'zod';

import { bare, type SettingDescription } from '../../../../settings/contract/setting.ts';

/** The expected value of a setting, as half a sentence. */
export function wantedOf({ schema, unit, help = '' }: SettingDescription): string {
  if (schema instanceof z.ZodNumber) {
    return wantedNumber(schema, unit);
  }
  if (schema instanceof z.ZodArray) {
    return wantedList(bare(schema.element as z.ZodType));
  }
  if (schema instanceof z.ZodBoolean) {
    return 'true or false';
  }
  if (schema instanceof z.ZodUnion) {
    return 'false, or set the settings under it';
  }
  if (schema instanceof z.ZodRecord) {
    return 'a map as JSON, such as {"sandbox.enabled":{"severity":"high"}}';
  }
  if (schema instanceof z.ZodEnum) {
    return wordsOf(schema);
  }
  return schema instanceof z.ZodEmail ? 'an email' : `a text: ${help}`;
}

function wantedNumber(schema: z.ZodNumber, unit: string | undefined): string {
  const { minValue, maxValue } = schema;
  const what = schema.format === 'safeint' ? 'a whole number' : 'a number';
  const of = unit === undefined || unit === 'share of 1' ? '' : ` of ${unit}`;
  const isBounded = maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER;
  return isBounded ? `${what}${of} from ${minValue ?? 0} to ${maxValue}` : `${what}${of}, ${minValue ?? 0} or more`;
}

/** `credits, money or both`. */
function wordsOf({ options }: z.ZodEnum): string {
  const [last, ...others] = options.map(String).toReversed();
  return [others.toReversed().join(', '), last].filter((words) => words !== '').join(' or ');
}

function wantedList(element: z.ZodType): string {
  if (element instanceof z.ZodEnum) {
    return `one or more of ${wordsOf(element)}, separated by ;`;
  }
  if (element instanceof z.ZodNumber) {
    return 'whole numbers, separated by ;';
  }
  return element instanceof z.ZodObject
    ? 'a list as JSON, such as [{…}]: docs/alerts.md has examples'
    : `${element instanceof z.ZodEmail ? 'emails' : 'texts'}, separated by ;`;
}
