/** A place in a review as its address has it: `?deal=4&ply=16&seat=2&eyes=1`. */

export interface Spot {
  /** From 1. */
  deal: number;
  ply: number;
  /** Who sits at the bottom; null: whoever is judged there. */
  seat: number | null;
  /** Only what that seat knew is shown. */
  eyes: boolean;
}

/** The place that the search of an address means; what is missing or wrong is the beginning. */
export function parseSpot(search: string): Spot {
  const found = new URLSearchParams(search);
  const count = (name: string) => {
    const written = found.get(name) ?? '';
    return /^\d{1,5}$/.test(written) ? Number(written) : null;
  };
  return {
    deal: Math.max(1, count('deal') ?? 1),
    ply: count('ply') ?? 0,
    seat: count('seat'),
    eyes: found.get('eyes') === '1',
  };
}

/** The search of the address of a place. */
export function searchOf({ deal, ply, seat, eyes }: Spot): string {
  const parts = [`deal=${deal}`, `ply=${ply}`];
  if (seat !== null) parts.push(`seat=${seat}`);
  if (eyes) parts.push('eyes=1');
  return `?${parts.join('&')}`;
}
