import { randomOf } from '../../emulator/state/random.ts';
import { giveCredits, type GivingRound, type GivingUser } from '../../shared/live/giving/give-credits.ts';

/** How much time of a core a round of giving takes: half of the users ask, and too little is free; in the pool of all and in teams. */
export function measureGiving(users: number): { readonly users: number; readonly ms: number } {
  const round = drawRound(users);
  giveCredits(drawRound(1_000));
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    giveCredits(round);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return { users, ms: Math.min(...times) };
}

function drawRound(count: number): GivingRound {
  const random = randomOf(1, 'giving', count);
  const users = Array.from({ length: count }, (_, index): GivingUser => {
    const usedCredits = random.integer(0, 1_000_000);
    const limitCredits = usedCredits + random.integer(0, 20_000);
    const askCredits = limitCredits + random.integer(1_000, 100_000);
    return {
      userId: `user-${index}`,
      limitCredits,
      inForceCredits: limitCredits,
      usedCredits,
      isIdle: index % 4 === 1,
      ...(index % 2 === 0 && { askCredits, wishCredits: 2 * askCredits }),
    };
  });
  const teams = Math.max(1, Math.floor(count / 50));
  return {
    users,
    pools: [
      { id: 'organization', freeCredits: count * 10_000, memberIds: users.map(({ userId }) => userId) },
      ...Array.from({ length: teams }, (_, team) => ({
        id: `team-${team}`,
        freeCredits: random.integer(0, 1_000_000),
        memberIds: users.filter((__, index) => index % teams === team).map(({ userId }) => userId),
      })),
    ],
  };
}
