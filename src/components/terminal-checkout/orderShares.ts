/** Equal parts of an amount; the last ones are a cent larger if it does not divide. */
export function equalShares(cents: number, people: number): number[] {
  const share = Math.floor(cents / people);
  const larger = cents - share * people;
  return Array.from({ length: people }, (_, at) => share + (at < people - larger ? 0 : 1));
}

/** The shares that are still due: the first of them less what was taken of it, as after a partial approval. */
export function sharesDue(
  dueCents: number,
  { people, ofCents }: { people: number; ofCents: number },
): number[] {
  let takenCents = Math.max(0, ofCents - dueCents);
  return equalShares(ofCents, people).flatMap((share) => {
    const left = share - Math.min(share, takenCents);
    takenCents -= share - left;
    return left > 0 ? left : [];
  });
}
