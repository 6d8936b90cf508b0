/** The parts of a whole that a case needs, for a function that reads no other. */
export function partOf<Whole>(part: NoInfer<Partial<Whole>>): Whole {
  return part as Whole;
}
