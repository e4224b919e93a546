import type { CheckResult, MessageWatcher } from '../polling/messageWatcher.ts';
import type { OperationInquiry } from './operationInquiry.ts';
import type { OperationLedger } from './operationLedger.ts';
import { isUntold } from './operationReducer.ts';

interface Checked {
  ledger: OperationLedger;
  watcher: MessageWatcher;
  inquiry: OperationInquiry | undefined;
}

/** A person's questions: about a message, else, where there is a gateway, about the operation itself. */
export interface OperationChecks {
  /** Asks for a result out of turn, within the poll budget. */
  checkNow: (id: string) => CheckResult;
  /** Whether there is anybody to ask about it: without a message id only a gateway. */
  canCheck: (id: string) => boolean;
}

export function createOperationChecks({ ledger, watcher, inquiry }: Checked): OperationChecks {
  return {
    checkNow(id) {
      const msgIdentifier = ledger.get(id)?.msgIdentifier;
      if (msgIdentifier) return watcher.checkNow(msgIdentifier);
      return inquiry?.askNow(id) ?? { asked: false, nextAllowedAt: Infinity };
    },
    canCheck(id) {
      const operation = ledger.get(id);
      if (operation?.phase !== 'unknown') return operation?.phase === 'waiting';
      return operation.msgIdentifier !== undefined || (inquiry !== undefined && isUntold(operation));
    },
  };
}
