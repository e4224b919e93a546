import { createElement, type ReactNode } from 'react';
import type { Item } from '../terminals.ts';
import { BaseUi } from './baseUi.jsx';
import { Downshift, DownshiftVirtual } from './downshift.jsx';
import { Floor } from './floor.tsx';
import { Mui } from './mui.jsx';
import { ReactAria } from './reactAria.jsx';
import { ReactSelect } from './reactSelect.jsx';
import { Tillkit, TillkitSilent } from './tillkit.tsx';

type Subject = (props: { items: readonly Item[] }) => ReactNode;

const components: Record<string, Subject> = {
  floor: Floor,
  tillkit: Tillkit,
  'tillkit-silent': TillkitSilent,
  downshift: Downshift,
  'downshift-virtual': DownshiftVirtual,
  'base-ui-virtual': BaseUi,
  'rac-virtual': ReactAria,
  mui: Mui,
  'react-select': ReactSelect,
};

export const subjects = Object.fromEntries(
  Object.entries(components).map(([name, component]) => [
    name,
    (items: readonly Item[]) => createElement(component, { items }),
  ]),
);
