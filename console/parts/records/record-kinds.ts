/** The records that are edited on pages made from their codec alone: where these are, and the fields that name one. */
export const recordKinds = {
  rules: { path: '/requests/rules', one: 'rule', many: 'rules', key: ['name'] },
  policies: { path: '/sessions/policies', one: 'policy', many: 'policies', key: ['name'] },
  computers: { path: '/computers/fleet', one: 'wanted computer', many: 'wanted computers', key: ['name'] },
  targets: { path: '/readiness/targets', one: 'target', many: 'targets', key: ['criterion', 'repository'] },
} as const;

export type RecordKindName = keyof typeof recordKinds;

/** The address of one record. `values`: its fields, as far as they name it. */
export function recordPath(kind: RecordKindName, values: Readonly<Record<string, unknown>>): string {
  const { path, key } = recordKinds[kind];
  const names = key.map((name) => {
    const value = values[name];
    return encodeURIComponent(typeof value === 'string' ? value : '');
  });
  return [path, ...names].join('/');
}
