import * as z from 'zod';
import { demoStory, rosterStory } from './demo-story.ts';
import type { DemoUsage } from './demo-budgets.ts';
import { type DemoRoster, readDemoUsage, readDepartments, type RunningDemo } from './load-demo-budgets.ts';

/** A demo with a name. */
export type NamedDemo = RunningDemo & { readonly roster: DemoRoster };

/** Makes the story of a named demo happen on its emulator, before the first night. */
export async function plantDemoStory(demo: NamedDemo): Promise<void> {
  const { demand, sessions, computers, reports } = demoStory(await usageOfRoster(demo), demo.nowMs);
  await post(demo, '/__sim/demand', demand);
  await post(demo, '/__sim/sessions', sessions);
  for (const computer of computers) {
    await post(demo, '/__sim/computers', computer);
  }
  for (const report of reports) {
    await post(demo, '/__sim/readiness', report);
  }
}

const User = z.object({ id: z.string() });

/** Makes people come, go and change their email, as they do on any day. */
export async function moveRoster(demo: NamedDemo): Promise<void> {
  const { joiners, leaver, renamed } = rosterStory(await usageOfRoster(demo));
  for (const joiner of joiners) {
    await post(demo, '/__sim/users', joiner);
  }
  if (renamed !== undefined) {
    const { id } = User.parse(await post(demo, '/__sim/users', { email: renamed.from }));
    await post(demo, '/__sim/users', { id, email: renamed.to });
  }
  if (leaver !== undefined) {
    await call(demo, { method: 'DELETE', path: `/__sim/users?email=${encodeURIComponent(leaver)}` });
  }
}

/** Who has left has used something all the same, and plays no part. */
async function usageOfRoster(demo: NamedDemo): Promise<readonly DemoUsage[]> {
  const departments = await readDepartments(demo.roster);
  return (await readDemoUsage(demo)).filter(({ email }) => departments.has(email));
}

async function post(demo: RunningDemo, path: string, body: object): Promise<unknown> {
  const answer = await call(demo, { method: 'POST', path, body });
  return answer.json();
}

async function call(
  { emulatorUrl }: RunningDemo,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: object },
): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${emulatorUrl}${path}`, { method, ...sent });
  if (!answer.ok) {
    throw new Error(`${method} ${path} of the emulator answered ${answer.status}: ${await answer.text()}`);
  }
  return answer;
}
