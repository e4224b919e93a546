import { daysTest } from './daysTest.ts';

daysTest(10_000);
