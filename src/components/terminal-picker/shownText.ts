const longest = 80;
// Controls, what is not seen, and direction overrides: they could make one terminal look like another (faults F105).
const invisible = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
// The first half of a sign that was cut in two.
const half = /[\ud800-\udbff]$/;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A text of the service, safe beside an amount: short, visible, and set apart where it is written right to left. */
export function shownText(text: string | undefined): string {
  const visible = (text ?? '').replace(invisible, '').trim();
  const short = visible.length > longest ? `${visible.slice(0, longest).replace(half, '')}…` : visible;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}
