import type { Route } from './router.ts';
import type { UploadedFile } from './attachments.ts';
import type { LedgerRequest } from './ledger.ts';
import type { ScenarioName } from './scenarios.ts';

/** One request after authorization, as its handler gets it. */
export interface Call {
  route: Route;
  scenario: ScenarioName;
  query: Record<string, string>;
  /** Parsed JSON, not yet checked. */
  body: unknown;
  files: readonly UploadedFile[];
  operationId?: string | undefined;
  /** The request's line in the ledger, where a handler notes the message it is about. */
  entry: LedgerRequest;
}
