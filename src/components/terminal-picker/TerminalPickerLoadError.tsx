'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerLoadErrorProps extends PartProps<'div'> {}

/** Says that the list could not be loaded, and loads it again. */
export const TerminalPickerLoadError = forwardRef<HTMLDivElement, TerminalPickerLoadErrorProps>(
  function TerminalPickerLoadError(props, ref) {
    const { list, labels, retry } = useTerminalPickerContext();
    if (!list.hasFailed) return null;
    const { isFetching } = list.pages;
    const own = {
      className: 'tillkit-notice tillkit-terminal-picker-notice',
      'data-tone': 'danger',
      children: (
        <>
          <Icon name="offline" />
          <p>{labels.loadError}</p>
          <button
            type="button"
            className="tillkit-button"
            data-size="small"
            aria-disabled={isFetching || list.isPausing}
            onClick={() => !isFetching && !list.isPausing && retry()}
          >
            <Icon name="retry" />
            {isFetching ? labels.loading : labels.retry}
          </button>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
