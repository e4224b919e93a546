'use client';

/** The icons of a till, on a 20 px grid with 1.5 px strokes. `linkIcons` has the icons of links, files and lists. */
const paths = {
  alert:
    'M10 6.5v4.25M10 13.75h.01M8.6 3.2 1.9 14.6A1.6 1.6 0 0 0 3.3 17h13.4a1.6 1.6 0 0 0 1.4-2.4L11.4 3.2a1.6 1.6 0 0 0-2.8 0Z',
  backspace: 'M7 4.5h9a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H7L2.5 10ZM10 8l4 4m0-4-4 4',
  check: 'm4.5 10.5 3.75 3.75 7.5-8.5',
  chevron: 'm5.5 7.75 4.5 4.5 4.5-4.5',
  clock: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.2l2.75 1.6',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  copy: 'M7.5 5.25A1.75 1.75 0 0 1 9.25 3.5h5.5a1.75 1.75 0 0 1 1.75 1.75v5.5a1.75 1.75 0 0 1-1.75 1.75h-5.5a1.75 1.75 0 0 1-1.75-1.75ZM12.5 12.5v2.25a1.75 1.75 0 0 1-1.75 1.75h-5.5a1.75 1.75 0 0 1-1.75-1.75v-5.5A1.75 1.75 0 0 1 5.25 7.5H7.5',
  minus: 'M4.5 10h11',
  offline:
    'm3 3 14 14M4 9.2a9 9 0 0 1 2.6-1.7M9 6.6a9 9 0 0 1 7 2.6M6.5 11.9a5.3 5.3 0 0 1 3.9-1.5M10 15.25h.01',
  part: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 3v14M11.5 3v14M13 4v12M14.5 5v10M15.9 6.3v7.4',
  plus: 'M10 4.5v11M4.5 10h11',
  question: 'M6.5 6.75a3.5 3.5 0 1 1 5.6 2.8c-1.2.9-2.1 1.6-2.1 3.2M10 16.25h.01',
  retry: 'M15.9 8A6.25 6.25 0 1 0 16 12.2M16.25 4.25V8H12.5',
  terminal:
    'M6 3.75A1.25 1.25 0 0 1 7.25 2.5h5.5A1.25 1.25 0 0 1 14 3.75v12.5a1.25 1.25 0 0 1-1.25 1.25h-5.5A1.25 1.25 0 0 1 6 16.25ZM8.25 5h3.5v3h-3.5ZM8.4 11h.01M10 11h.01M11.6 11h.01M8.4 13.75h.01M10 13.75h.01M11.6 13.75h.01',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside a word. The word alone says everything. */
export function Icon({ name }: { name: IconName }) {
  return <IconPath name={name} path={paths[name]} />;
}

/** The children of a notice element: an icon and a sentence. */
export const noticeContent = (icon: IconName, sentence: string) => (
  <>
    <Icon name={icon} />
    <p>{sentence}</p>
  </>
);

/** Icons of straight strokes, which the style sheet can draw without an SVG. */
const strokes: readonly IconName[] = ['check', 'close'];

/** An icon for lists of thousands of rows. If possible CSS draws it: a browser visits each SVG in each frame. */
export function StrokeIcon({ name }: { name: IconName }) {
  return strokes.includes(name) ? <span className="tillkit-icon" data-icon={name} /> : <Icon name={name} />;
}

export function IconPath({ name, path }: { name: string; path: string }) {
  return (
    <svg className="tillkit-icon" data-icon={name} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
