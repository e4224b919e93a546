'use client';
import { type FormEvent, useState } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import { TextField } from '../kit/fields.tsx';

/** A form for the code of the person who must approve. The code is passed on once, and kept nowhere. */
export function useApprovalForm(approve: ((code: string) => void) | undefined) {
  const labels = useLabels('paymentStatus', paymentStatus);
  const [code, setCode] = useState('');
  const given = code.trim();
  return (
    approve && {
      className: 'tillkit-approval',
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (given === '') return;
        setCode('');
        approve(given);
      },
      children: (
        <>
          <TextField
            label={labels.approvalCode}
            type="password"
            autoComplete="off"
            value={code}
            onValueChange={setCode}
          />
          <button type="submit" className="tillkit-button" data-variant="primary" disabled={given === ''}>
            {labels.approve}
          </button>
        </>
      ),
    }
  );
}
