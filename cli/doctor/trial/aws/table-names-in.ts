const depthMax = 6;

/**
 * Every name of a table that a request to DynamoDB holds: `TableName` wherever it stands, and the keys of
 * `RequestItems`. Items and keys are looked through as well; an attribute of that name counts too, on the safe side.
 */
export function tableNamesIn(input: unknown, depth = 0): readonly string[] {
  if (typeof input !== 'object' || input === null || depth > depthMax) {
    return [];
  }
  return Object.entries(input).flatMap(([key, value]) => {
    if (key === 'TableName' && typeof value === 'string') {
      return [value];
    }
    const own = key === 'RequestItems' && typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return [...own, ...tableNamesIn(value, depth + 1)];
  });
}
