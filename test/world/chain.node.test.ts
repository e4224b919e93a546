import { chainTest } from './chainTest.ts';

chainTest(1);
