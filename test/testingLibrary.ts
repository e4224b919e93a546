import { whileItRuns } from './overdue.ts'; // before Testing Library
import { configure, getConfig } from '@testing-library/react';

export { cleanup } from '@testing-library/react';

// Here, and not in the setup file, which runs again for each file of a worker and would wrap the wrapper of the file before.
const testingLibrary = getConfig();
configure({
  asyncUtilTimeout: 15_000, // a busy machine is slow, not wrong
  asyncWrapper: (run) => testingLibrary.asyncWrapper(() => whileItRuns(run)),
});
