import { daysTest } from './daysTest.ts';

daysTest(12);
