import { chainTest } from './chainTest.ts';

chainTest(20_000);
