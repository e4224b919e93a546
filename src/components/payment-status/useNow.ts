'use client';
import { useEffect, useState } from 'react';
import type { Clock } from '../../core/time.ts';

/** The time by a clock (epoch ms), every second. */
export function useNow(clock: Clock): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const tick = () => {
      setNow(clock.now());
      timer = clock.setTimeout(tick, 1000);
    };
    let timer = clock.setTimeout(tick, 1000);
    return () => clock.clearTimeout(timer);
  }, [clock]);
  return now;
}
