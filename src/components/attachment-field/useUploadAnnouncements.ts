'use client';
import { useEffect, useRef } from 'react';
import type { UploadFile } from '../../core/uploads/uploadFile.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { AttachmentFieldLabels } from './attachmentFieldLabels.ts';

type Files = readonly UploadFile[];

/** Says once that uploads began, and once how they ended. */
export function useUploadAnnouncements(files: Files, labels: AttachmentFieldLabels): void {
  const { announce } = usePaymentsContext();
  const before = useRef<Files>(files);
  useEffect(() => {
    const sentence = sentenceFor(before.current, files, labels);
    before.current = files;
    if (sentence) announce(sentence);
  }, [files, labels, announce]);
}

const isUnderWay = ({ status }: UploadFile) => status === 'waiting' || status === 'uploading';

function sentenceFor(before: Files, now: Files, labels: AttachmentFieldLabels): string | undefined {
  const busyBefore = new Set(before.filter(isUnderWay).map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const started = now.filter((file) => isUnderWay(file) && !busyBefore.has(file.id)).length;
  const refused = now.filter(({ id, status }) => status === 'refused' && !known.has(id)).length;
  const ended = now.filter(
    ({ id, status }) => busyBefore.has(id) && (status === 'done' || status === 'failed'),
  );

  const sentences: string[] = [];
  if (started > 0) sentences.push(labels.started(started));
  if (refused > 0) sentences.push(labels.refused(refused));
  if (ended.length > 0 && !now.some(isUnderWay)) {
    const count = (status: UploadFile['status']) => now.filter((file) => file.status === status).length;
    sentences.push(labels.ended({ done: count('done'), failed: count('failed') }));
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
