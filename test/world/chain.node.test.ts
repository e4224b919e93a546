import { chainTest } from './chainTest.ts';

chainTest(3);
