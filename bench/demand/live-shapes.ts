import type { DemandShape } from './demand-shapes.ts';

/** Ways of working that a division on the night before serves badly: who works tomorrow is unknown. */
export const liveShapes: readonly DemandShape[] = [
  {
    name: 'busy',
    sentence: 'most workdays, with stretches of three to ten times as much',
    person: (random) => {
      const level = 20_000 * Math.exp(1.0 * random.normal());
      const chance = 0.4 + 0.5 * random.float();
      let stretch = { daysLeft: 0, factor: 1 };
      return (_, isWorkday) => {
        if (stretch.daysLeft === 0 && random.chance(0.06)) {
          stretch = { daysLeft: random.integer(1, 4), factor: 3 + 7 * random.float() };
        }
        const factor = stretch.daysLeft > 0 ? stretch.factor : 1;
        stretch = { ...stretch, daysLeft: Math.max(0, stretch.daysLeft - 1) };
        return random.chance(isWorkday ? chance : chance * 0.2) ? level * factor * Math.exp(0.9 * random.normal()) : 0;
      };
    },
  },
  {
    name: 'sparse',
    sentence: 'comes and goes over months, works on few days, and then very different amounts',
    person: (random, days) => {
      const level = 12_000 * Math.exp(1.3 * random.normal());
      const from = Math.floor(days * (random.float() * 1.1 - 0.25));
      const through = from + Math.floor(20 + 0.6 * days * random.float() ** 2);
      const chance = 0.05 + 0.6 * random.float() ** 1.5;
      let spell = 0;
      return (day, isWorkday) => {
        if (day < from || day > through) {
          return 0;
        }
        spell = spell === 0 && random.chance(chance * 0.3) ? random.integer(1, 6) : Math.max(0, spell - 1);
        return random.chance((isWorkday ? 1 : 0.3) * (spell > 0 ? 0.8 : chance * 0.4))
          ? level * Math.exp(1.1 * random.normal())
          : 0;
      };
    },
  },
];
