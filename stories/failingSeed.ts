import type { TerminalOperation } from 'tillkit/core';
import type { LedgerCharge } from 'tillkit/sandbox';
import { z } from 'zod/mini';

const operationSchema = z.custom<TerminalOperation>(
  (given) => z.looseObject({ id: z.string(), kind: z.string(), phase: z.string() }).safeParse(given).success,
);
const chargeSchema = z.custom<LedgerCharge>(
  (given) => z.looseObject({ kind: z.string(), amount: z.number() }).safeParse(given).success,
);

const stepSchema = z.object({
  /** Epoch ms, by the clock of the simulated shop. */
  at: z.number(),
  /** A till, the office, a gateway's process, the service, or another place. */
  who: z.string(),
  what: z.string(),
  /** What the page of `who` shows from this step on. */
  shows: z.optional(z.array(operationSchema)),
  /** What the service's ledger has from this step on. */
  charges: z.optional(z.array(chargeSchema)),
  /** The check that failed here; `what` says why. */
  check: z.optional(z.string()),
});

const failingSeedSchema = z.object({
  /** As `node scripts/world.mjs SEED 1` takes it. */
  seed: z.string(),
  /** The kinds of faults in the seed's shortest story. */
  kinds: z.array(z.string()),
  /** The check that failed first. */
  check: z.string(),
  /** The change that broke the kit, if it was broken on purpose. */
  brokenKit: z.optional(z.string()),
  steps: z.array(stepSchema).check(z.minLength(1)),
});

/** The shortest story of a seed of the simulated shop (test/world) whose shift failed. */
export type FailingSeed = z.infer<typeof failingSeedSchema>;
export type SeedStep = z.infer<typeof stepSchema>;

/** Reads a file that the simulated shop wrote. Throws if it is not one. */
export const readFailingSeed = (file: unknown): FailingSeed => z.parse(failingSeedSchema, file);

/** What each page of the seed shows after a step; a page that comes later shows nothing yet. */
export function screensAt({ steps }: FailingSeed, index: number): Map<string, readonly TerminalOperation[]> {
  const screens = new Map<string, readonly TerminalOperation[]>();
  for (const { who, shows } of steps) if (shows) screens.set(who, []);
  for (const { who, shows } of steps.slice(0, index + 1)) if (shows) screens.set(who, shows);
  return screens;
}

/** What the service's ledger has after a step. */
export const chargesAt = ({ steps }: FailingSeed, index: number): readonly LedgerCharge[] =>
  steps.slice(0, index + 1).findLast(({ charges }) => charges)?.charges ?? [];
