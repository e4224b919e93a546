'use client';

const tailLength = 10;

/** A name in one line: where it is too long its middle goes, and the end with the extension stays. */
export function FileName({ name }: { name: string }) {
  const { start, end } = splitName(name);
  return (
    <span className="tillkit-attachment-field-name">
      <bdi className="tillkit-visually-hidden" dir="auto">
        {name}
      </bdi>
      <span className="tillkit-attachment-field-name-shown" dir="auto" title={name} aria-hidden="true">
        <span className="tillkit-attachment-field-name-start">{start}</span>
        <span>{end}</span>
      </span>
    </span>
  );
}

/** Never between a letter and its marks. */
function splitName(name: string): { start: string; end: string } {
  const letters = name.match(/\P{M}\p{M}*|^\p{M}+/gu) ?? [];
  return { start: letters.slice(0, -tailLength).join(''), end: letters.slice(-tailLength).join('') };
}
