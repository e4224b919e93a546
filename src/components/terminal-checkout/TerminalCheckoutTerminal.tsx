'use client';
import { TerminalPicker } from '../terminal-picker/TerminalPicker.tsx';
import { useCheckoutEntry } from './useCheckoutEntry.ts';

/** Where it is paid. */
export function TerminalCheckoutTerminal() {
  const { sale, errors, refFor, onTerminalChange } = useCheckoutEntry();
  const rule = sale.fields.terminalId;
  if (rule?.hidden) return null;
  return (
    <TerminalPicker
      ref={refFor('terminalId')}
      required
      readOnly={rule?.readOnly}
      value={sale.draft.terminalId}
      error={errors['terminalId']}
      onValueChange={(terminalId, details) => {
        sale.change({ terminalId });
        onTerminalChange?.(terminalId, details);
      }}
    />
  );
}
