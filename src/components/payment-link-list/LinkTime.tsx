'use client';
import { instantOf, useServiceTime } from '../time/useServiceTime.ts';

/** A time of the service in the provider's zone; what is no time stands as it came. */
export function LinkTime({ value, absent }: { value: string | undefined; absent: string }) {
  const inZone = useServiceTime();
  if (value === undefined) return absent;
  const time = instantOf(value);
  if (time === undefined) return <bdi>{inZone(value)}</bdi>;
  return <time dateTime={new Date(time).toISOString()}>{inZone(value) ?? absent}</time>;
}
