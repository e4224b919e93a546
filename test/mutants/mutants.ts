import { gatewayMutants } from './gatewayMutants.ts';
import { mirrorMutants } from './mirrorMutants.ts';
import type { Mutant } from './mutant.ts';
import { operationMutants } from './operationMutants.ts';
import { pageMutants } from './pageMutants.ts';
import { recordMutants } from './recordMutants.ts';

/** The kit, broken on purpose. Each must turn a test red; `find` must stand in its file exactly once. */
export const mutants: Mutant[] = [
  ...operationMutants,
  ...pageMutants,
  ...mirrorMutants,
  ...gatewayMutants,
  ...recordMutants,
];
