import { chainTest } from './chainTest.ts';

chainTest(40);
