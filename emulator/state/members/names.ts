import type { Random } from '../random.ts';

interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
}

const FIRST_NAMES =
  'Ada Alan Amara Anders Anna Arjun Bao Bela Carla Chen Clara Dana David Elena Emil Emma Farid Femi Grace Hana Hugo Ines Ivan Jamal Jana Jonas Julia Kai Kofi Lars Laura Lena Leo Lin Lucia Maja Marco Maria Mei Milan Mina Nadia Nils Noor Olga Omar Oscar Paula Pedro Priya Rafael Rania Rosa Ruth Sami Sara Sofia Stefan Tara Theo Tomas Uma Vera Victor Wei Yara Yusuf Zoe'.split(
    ' ',
  );
const LAST_NAMES =
  'Abebe Adler Ahmed Almeida Andersen Baker Banerjee Becker Bianchi Blanc Carter Castillo Chang Cohen Costa Diaz Dubois Eriksen Fischer Foster Garcia Gupta Haddad Hansen Hayashi Horvat Ibrahim Ito Jansen Jensen Kaya Keller Khan Kim Klein Kowalski Kumar Lange Larsen Lopez Mensah Meyer Mori Moreau Nakamura Nguyen Novak Okafor Olsen Osei Park Patel Pereira Petrov Popescu Rahman Ramos Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Tran Vogel Wagner Wang Weber Wright Yilmaz Zhang'.split(
    ' ',
  );

/** Names that break careless pages, mails and tables: quotes, accents, right-to-left, markup, length. */
const AWKWARD_NAMES: readonly PersonName[] = [
  { firstName: 'Conor', lastName: "O'Brien" },
  { firstName: 'Zoë', lastName: 'Łukaszewicz-Müller' },
  { firstName: 'נועה', lastName: 'לוי\u200f' },
  { firstName: '<b>Bob</b>', lastName: '"Tables" & <script>alert(1)</script>' },
  { firstName: 'Maximiliana', lastName: 'Wolfeschlegelsteinhausenbergerdorff-'.repeat(8).slice(0, -1) },
];

const AWKWARD_LOCAL_PARTS = ['conor.obrien', 'zoe.lukaszewicz-muller', 'noa.levi', 'bob.tables', 'max.wolfe'];

/** The first few people have awkward names, except in a tiny organization. */
const AWKWARD_FROM = 5;

/** A name by index, and an address local part, not yet unique. */
export function nameOf(random: Random, index: number): PersonName & { readonly localPart: string } {
  const awkward = AWKWARD_NAMES[index - AWKWARD_FROM];
  const awkwardLocalPart = AWKWARD_LOCAL_PARTS[index - AWKWARD_FROM];
  if (awkward !== undefined && awkwardLocalPart !== undefined) {
    return { ...awkward, localPart: awkwardLocalPart };
  }
  const firstName = random.pick(FIRST_NAMES);
  const lastName = random.pick(LAST_NAMES);
  return { firstName, lastName, localPart: `${firstName}.${lastName}`.toLowerCase() };
}
