'use client';
import { forwardRef } from 'react';
import { Part } from './Part.tsx';
import type { PartProps } from './partProps.ts';

/** A part that only holds others together. */
export function plainPart(displayName: string, className: string) {
  const Plain = forwardRef<HTMLDivElement, PartProps<'div'>>((props, ref) => (
    <Part as="div" ref={ref} own={{ className }} given={props} />
  ));
  Plain.displayName = displayName;
  return Plain;
}
