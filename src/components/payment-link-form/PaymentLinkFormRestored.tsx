'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkEntry } from './useLinkEntry.ts';

export interface PaymentLinkFormRestoredProps extends PartProps<'div'> {}

/** What stands in the form was typed before somebody went elsewhere. */
export const PaymentLinkFormRestored = forwardRef<HTMLDivElement, PaymentLinkFormRestoredProps>(
  function PaymentLinkFormRestored(props, ref) {
    const { restored, creation, setup, startOver } = useLinkEntry();
    if (!restored || (creation.phase !== 'idle' && creation.phase !== 'rejected')) return null;
    const { labels } = setup;
    const own = {
      className: 'tillkit-notice tillkit-payment-link-form-restored',
      children: (
        <>
          <Icon name="clock" />
          <div>
            <p>
              {labels.restored} {restored.hadFiles && labels.filesLost}
            </p>
            <button type="button" className="tillkit-button" onClick={startOver}>
              {labels.startAfresh}
            </button>
          </div>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
