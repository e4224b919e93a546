'use client';
import { useEffect, useRef } from 'react';
import { isUnderWay, type UploadFile } from '../../core/uploads/uploadQueue.ts';
import { type Count, countIn } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { AttachmentFieldLabels } from './attachmentFieldLabels.ts';

type Files = readonly UploadFile[];

/** The files since the last time none was under way, and the quarters of their bytes that were spoken of. */
interface Round {
  before: Files;
  ids: Set<string>;
  quarter: number;
}

const quarters = 4;

/** Says once that uploads began, once each quarter of the way, and once how they ended. */
export function useUploadAnnouncements(files: Files, labels: AttachmentFieldLabels): void {
  const { announce, locale } = usePaymentsContext();
  const round = useRef<Round>({ before: files, ids: new Set(), quarter: 0 });
  useEffect(() => {
    const percent = (share: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
    const sentences = newsOf(round.current, files, labels, { percent, count: countIn(locale) });
    if (sentences.length > 0) announce(sentences.join(' '));
  }, [files, labels, locale, announce]);
}

function newsOf(
  round: Round,
  files: Files,
  labels: AttachmentFieldLabels,
  { percent, count }: { percent: (share: number) => string; count: (value: number) => Count },
): string[] {
  const before = new Map(round.before.map((file) => [file.id, file]));
  round.before = files;
  const became = (is: (file: UploadFile | undefined) => boolean) =>
    files.filter((file) => is(file) && !is(before.get(file.id)));
  const started = became(isSending);
  const refused = became((file) => file?.status === 'refused');
  started.forEach(({ id }) => round.ids.add(id));
  const sent = files.filter(({ id }) => round.ids.has(id));

  const sentences: string[] = [];
  if (started.length > 0) sentences.push(labels.started(count(started.length)));
  if (refused.length > 0) sentences.push(labels.refused(count(refused.length)));
  if (files.some(isUnderWay)) {
    const quarter = Math.floor(shareOf(sent) * quarters);
    if (quarter <= round.quarter || quarter === quarters) return sentences;
    round.quarter = quarter;
    return [...sentences, labels.step(percent(quarter / quarters))];
  }
  if (sent.length > 0) {
    const done = sent.filter(({ status }) => status === 'done').length;
    sentences.push(labels.ended({ done: count(done), failed: count(sent.length - done) }));
  }
  round.ids.clear();
  round.quarter = 0;
  return sentences;
}

const isSending = (file: UploadFile | undefined) =>
  file?.status === 'waiting' || file?.status === 'uploading';

/** How much of the bytes of files is over with. */
function shareOf(files: Files): number {
  let over = 0;
  let all = 0;
  for (const file of files) {
    all += file.size;
    over += file.size * (isUnderWay(file) ? (file.progress ?? 0) : 1);
  }
  return all > 0 ? over / all : 0;
}
