/* oxlint-disable import/no-unassigned-import -- that is what is tested */
import 'tillkit';
import 'tillkit/core';
import 'tillkit/sandbox';
import 'tillkit/locales/es';
